/* texts.c: the readers and writers that all games share, the seeded random stream, and bits. */
#include <string.h>

#include "core/bits.h"
#include "tests/engine/scenes.h"

static void test_numbers(void **unused)
{
    static const struct {
        const char *text;
        bool good;
        int64_t number;
    } table[] = {
        {"0", true, 0},    {"7", true, 7},
        {"-3", true, -3},  {"100", true, 100},
        {"101", false, 0}, /* above the bound */
        {"-4", false, 0},  /* below */
        {"", false, 0},    {"-", false, 0},
        {"+1", false, 0},  {"01", false, 0}, /* one form for one number */
        {"-0", false, 0},  {"1 ", false, 0},
        {"0x1", false, 0}, {"99999999999999999999999999", false, 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int64_t number = 0;
        bool good = kn_read_int(kn_slice_of(table[i].text), -3, 100, &number);
        if (good != table[i].good || number != table[i].number)
            fail_msg("\"%s\"", table[i].text);
    }
}

static const char *fixed(double number, int decimals)
{
    static char text[40];
    kn_text out = kn_text_on(text, sizeof text);
    kn_put_fixed(&out, number, decimals);
    return text;
}

/* Write two objects, and what differs in the second. */
static void check_dropping(const char *first, const char *second, const char *rest)
{
    char buffer[200];
    kn_json json = kn_json_on(buffer, sizeof buffer);
    kn_put(&json.text, "[");
    kn_put(&json.text, first);
    kn_put(&json.text, ",");
    size_t at = json.text.length;
    kn_put(&json.text, second);
    assert_int_equal(kn_json_drop_equal(&json, 1, at), rest != NULL);
    assert_string_equal(buffer + at, rest ? rest : second);
    assert_int_equal(json.text.length, strlen(buffer));
}

static void test_dropping_what_is_equal(void **unused)
{
    (void)unused;
    check_dropping("{}", "{}", "{}");
    check_dropping("{\"a\":1}", "{\"a\":1}", "{}");
    check_dropping("{\"a\":1}", "{\"a\":12}", "{\"a\":12}");
    check_dropping("{\"a\":1,\"b\":[2,{\"c\":3}],\"d\":4}", "{\"a\":0,\"b\":[2,{\"c\":3}],\"d\":5}",
                   "{\"a\":0,\"d\":5}");
    check_dropping("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":{\"a\":1}}", "{\"b\":{\"a\":1}}");
    check_dropping("{\"a\":{\"b\":1,\"c\":2}}", "{\"a\":{\"b\":1,\"c\":3}}", "{\"a\":{\"c\":3}}");
    check_dropping("{\"a\":[{\"b\":1},{\"b\":2}]}", "{\"a\":[{\"b\":1},{\"b\":3}]}",
                   "{\"a\":[{},{\"b\":3}]}");
    check_dropping("{\"a\":[{\"b\":1}]}", "{\"a\":[{\"b\":1},{\"b\":3}]}",
                   "{\"a\":[{\"b\":1},{\"b\":3}]}");
    check_dropping("{\"a\":[1,2],\"b\":[]}", "{\"a\":[1,3],\"b\":[1]}", "{\"a\":[1,3],\"b\":[1]}");
    check_dropping("{\"a\":null}", "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1}}");
    check_dropping("{\"a\":{\"b\":1}}", "{\"a\":{\"c\":1}}", NULL);
    check_dropping("{\"a\":[{\"b\":1}]}", "{\"a\":[{\"c\":1}]}", NULL);
    check_dropping("{\"a\":\"}\\\",\",\"b\":2}", "{\"a\":\"}\\\",\",\"b\":3}", "{\"b\":3}");
    check_dropping("{\"a\":1}", "{\"b\":1}", NULL);
    check_dropping("{\"a\":1}", "{\"a\":1,\"b\":1}", NULL);
    check_dropping("{\"a\":1,\"b\":1}", "{\"a\":1}", NULL);
    check_dropping("{\"ab\":1}", "{\"a\":1}", NULL);
    check_dropping("{}", "{\"a\":1}", NULL);
}

static void test_writing(void **unused)
{
    char small[5], text[64];
    uint8_t read[8];
    (void)unused;
    kn_text out = kn_text_on(small, sizeof small);
    kn_put(&out, "abcdefgh");
    assert_true(out.cut);
    assert_string_equal(small, "abcd");
    out = kn_text_on(text, sizeof text);
    kn_put_int(&out, INT64_MIN);
    assert_string_equal(text, "-9223372036854775808");
    out = kn_text_on(text, sizeof text);
    kn_put_list(&out, "dice", (const uint8_t[]){3, 0, 6}, 3, 0);
    assert_string_equal(text, " dice=3,-,6");
    out = kn_text_on(text, sizeof text);
    kn_put_number(&out, "turn", 2);
    kn_put_set(&out, "tied", 5, 4);
    assert_string_equal(text, " turn=2 tied=1,0,1,0");
    assert_true(kn_read_list(kn_slice_of("3,-,6"), read, 3, 6, 0));
    assert_false(kn_read_list(kn_slice_of("3,-,6"), read, 2, 6, 0));
    assert_false(kn_read_list(kn_slice_of("3,-,7"), read, 3, 6, 0));
    assert_false(kn_read_list(kn_slice_of("3,-,6"), read, 3, 6, -1));
    assert_string_equal(fixed(-0.00005, 4), "-0.0001");
    assert_string_equal(fixed(-0.00004, 4), "0.0000");
    assert_string_equal(fixed(248.17450646, 8), "248.17450646");
    assert_string_equal(fixed(2.5, 0), "3");
}

static void test_fields(void **unused)
{
    static const char *const bad[] = {"a", "a=", "=1", "a=1  b=2", " a=1", "a=1 ", "a=1 a=1"};
    kn_fields fields;
    kn_slice value;
    uint8_t set = 0;
    int64_t number = 0;
    (void)unused;
    assert_true(kn_read_fields(kn_slice_of("a=1 b=x=y"), &fields));
    assert_true(kn_field(&fields, "b", &value));
    assert_true(kn_slice_is(value, "x=y"));
    assert_false(kn_fields_used(&fields)); /* nobody asked for a */
    assert_true(kn_read_fields(kn_slice_of("set=0,1,1 large=-70000"), &fields));
    assert_true(kn_field_set(&fields, "set", &set, 3));
    assert_int_equal(set, 6);
    assert_true(kn_field_set(&fields, "absent", &set, 3));
    assert_int_equal(set, 6);
    assert_false(kn_field_set(&fields, "set", &set, 2));
    assert_true(kn_field_number(&fields, "large", -70000, 0, &number));
    assert_int_equal(number, -70000);
    assert_false(kn_field_number(&fields, "large", -69999, 0, &number));
    assert_true(kn_read_fields(kn_slice_of(""), &fields));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (kn_read_fields(kn_slice_of(bad[i]), &fields))
            fail_msg("\"%s\"", bad[i]);
}

static void test_json(void **unused)
{
    char text[200];
    kn_json json = kn_json_on(text, sizeof text);
    (void)unused;
    kn_json_object(&json, NULL);
    kn_json_string(&json, "name", "a\"b\\c\n\x7fö");
    kn_json_list(&json, "list");
    kn_json_int(&json, NULL, 1);
    kn_json_null(&json, NULL);
    kn_json_end_list(&json);
    kn_json_list(&json, "none");
    kn_json_end_list(&json);
    kn_json_string(&json, "nobody", NULL);
    kn_json_int_or_null(&json, "nought", 0, 0);
    kn_json_int_or_null(&json, "one", 1, 0);
    kn_json_bool(&json, "yes", true);
    kn_json_fixed(&json, "half", 0.5, 3);
    kn_json_end_object(&json);
    assert_true(kn_json_whole(&json));
    assert_string_equal(
        text, "{\"name\":\"a\\\"b\\\\c\\u000a\\u007fö\",\"list\":[1,null],"
              "\"none\":[],\"nobody\":null,\"nought\":null,\"one\":1,\"yes\":true,\"half\":0.500}");
    json = kn_json_on(text, 8);
    kn_json_string(&json, NULL, "too long for this");
    assert_false(kn_json_whole(&json));
}

static void test_random(void **unused)
{
    kn_random one = kn_random_from(1), same = kn_random_from(1), other = kn_random_from(2);
    int seen[7] = {0};
    (void)unused;
    assert_int_equal(kn_random_next(&one), kn_random_next(&same));
    assert_int_not_equal(kn_random_next(&one), kn_random_next(&other));
    for (int i = 0; i < 70000; i++)
        seen[kn_random_below(&one, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_in_range(seen[i], 9600, 10400); /* 10000, four standard deviations */
}

/* Against the plain way, for words with few bits and with many. */
static void test_bits(void **unused)
{
    kn_random random = kn_random_from(1);
    (void)unused;
    for (int i = 0; i < 3000; i++) {
        uint64_t word = kn_random_next(&random), more = kn_random_next(&random);
        word = i % 3 == 0   ? word & more & more >> 7
               : i % 3 == 1 ? word | more
                            : ~(uint64_t)0 >> i % 64;
        unsigned count = 0;
        for (unsigned at = 0; at < 64; at++)
            if (word >> at & 1)
                assert_int_equal(kn_nth_bit(word, count++), at);
        assert_int_equal(kn_count_bits(word), count);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_numbers), cmocka_unit_test(test_writing),
    cmocka_unit_test(test_fields),  cmocka_unit_test(test_json),
    cmocka_unit_test(test_random),  cmocka_unit_test(test_dropping_what_is_equal),
    cmocka_unit_test(test_bits),
};

SCENES_MAIN(tests)
