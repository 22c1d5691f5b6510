/* mutate_position.c: how libFuzzer changes a position: mostly a number or two within it, or a field
 * taken from another position; a change of bytes alone seldom gives a text that can be read. */
#include <string.h>

#include "core/random.h"
#include "core/text.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *two,
                                 size_t two_size, uint8_t *out, size_t most, unsigned seed);

enum { TEXT_MAX = 1024 };

static void put_slice(kn_text *out, kn_slice slice)
{
    for (size_t i = 0; i < slice.length; i++)
        kn_put_char(out, slice.at[i]);
}

/* Elements are what stands between blanks, commas and equal signs. */
static bool parts(char c)
{
    return c == ' ' || c == ',' || c == '=';
}

static kn_slice some_element(kn_slice text, kn_random *random)
{
    size_t from = kn_random_below(random, (uint32_t)text.length), to = from;
    while (from > 0 && !parts(text.at[from - 1]))
        from--;
    while (to < text.length && !parts(text.at[to]))
        to++;
    return (kn_slice){text.at + from, to - from};
}

/* A little more or less, another small number, or what stands elsewhere. */
static void put_instead(kn_text *out, kn_slice old, kn_slice text, kn_random *random)
{
    int64_t number;
    bool is_number = kn_read_int(old, 0, 1000000, &number);
    switch (kn_random_below(random, is_number ? 5 : 3)) {
    case 0: put_slice(out, some_element(text, random)); break;
    case 1: kn_put_int(out, kn_random_below(random, 8)); break;
    case 2: kn_put_int(out, kn_random_below(random, 64)); break;
    case 3: kn_put_int(out, number + 1); break;
    default: kn_put_int(out, number - 1);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    kn_random random = kn_random_from(seed);
    char changed[TEXT_MAX];
    if (size < 2 || most > TEXT_MAX || kn_random_below(&random, 4) == 0)
        return LLVMFuzzerMutate(data, size, most);
    kn_slice text = {(const char *)data + 1, size - 1}, old = some_element(text, &random);
    kn_text out = kn_text_on(changed, most);
    put_slice(&out, (kn_slice){text.at, (size_t)(old.at - text.at)});
    put_instead(&out, old, text, &random);
    put_slice(&out, (kn_slice){old.at + old.length,
                               (size_t)(text.at + text.length - old.at - old.length)});
    memcpy(data + 1, changed, out.length);
    return 1 + out.length;
}

/* The first position with one field as the second has it. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *two,
                                 size_t two_size, uint8_t *out, size_t most, unsigned seed)
{
    kn_random random = kn_random_from(seed);
    kn_fields fields, others;
    char crossed[TEXT_MAX];
    if (one_size < 2 || two_size < 2 || most > TEXT_MAX ||
        !kn_read_fields((kn_slice){(const char *)one + 1, one_size - 1}, &fields) ||
        !kn_read_fields((kn_slice){(const char *)two + 1, two_size - 1}, &others) ||
        others.count == 0)
        return 0;
    int pick = (int)kn_random_below(&random, (uint32_t)others.count);
    kn_text text = kn_text_on(crossed, most);
    for (int i = 0; i <= fields.count; i++) {
        bool last = i == fields.count;
        kn_slice key = last ? others.key[pick] : fields.key[i];
        bool same = key.length == others.key[pick].length &&
                    memcmp(key.at, others.key[pick].at, key.length) == 0;
        if (same && !last)
            continue;
        put_slice(&text, key);
        kn_put_char(&text, '=');
        put_slice(&text, last ? others.value[pick] : fields.value[i]);
        if (!last)
            kn_put_char(&text, ' ');
    }
    out[0] = one[0];
    memcpy(out + 1, crossed, text.length);
    return 1 + text.length;
}
