/* flags.c: options from the environment and the command line. See flags.h. */
#include "tools/flags.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command.h"
#include "words/words.h"

enum { NAME_LONGEST = 64, VARIABLE_MAX = 96, SPELLINGS = 3 };

static int64_t unit(const flag *f)
{
    switch (f->kind) {
    case FLAG_SECONDS: return 1000;
    case FLAG_DAYS: return INT64_C(24) * 3600 * 1000;
    default: return 1;
    }
}

static bool set_number(const flag *f, const char *name, const char *value)
{
    int64_t number;
    if (!kn_read_int(kn_slice_of(value), f->min, f->max, &number)) {
        complain(EXIT_MISUSED, _("%s takes a whole number from %lld to %lld"), name,
                 (long long)f->min, (long long)f->max);
        return false;
    }
    if (f->kind == FLAG_NUMBER)
        *(int *)f->into = (int)number;
    else
        *(int64_t *)f->into = number * unit(f);
    return true;
}

static bool add_text(const flag_texts *texts, const char *value)
{
    if (*texts->count == texts->most) {
        complain(EXIT_MISUSED, _("too many arguments"));
        return false;
    }
    texts->at[(*texts->count)++] = value;
    return true;
}

static bool set(const flag *f, const char *name, const char *value)
{
    if (f->kind == FLAG_TEXT) {
        *(const char **)f->into = value;
        return true;
    }
    if (f->kind == FLAG_TEXTS)
        return add_text(f->into, value);
    if (f->kind != FLAG_SWITCH)
        return set_number(f, name, value);
    if (strcmp(value, "1") != 0 && strcmp(value, "0") != 0) {
        complain(EXIT_MISUSED, _("%s takes 1 or 0"), name);
        return false;
    }
    *(bool *)f->into = value[0] == '1';
    return true;
}

/* The first spelling is the one in the help. `rooms-per-hour` used to be called `rooms-an-hour` and
 * `guests-per-room` `guests-a-room`; both still work. */
static void write_name(const flag *f, int spelling, char out[NAME_LONGEST])
{
    static const char *const spellings[SPELLINGS] = {"-per-", "-a-", "-an-"};
    const char *per = strstr(f->name, spellings[0]);
    if (per)
        snprintf(out, NAME_LONGEST, "%.*s%s%s", (int)(per - f->name), f->name, spellings[spelling],
                 per + strlen(spellings[0]));
    else
        snprintf(out, NAME_LONGEST, "%s", f->name);
}

/* `rooms-per-hour` is KNOBEL_ROOMS_PER_HOUR. */
static void write_variable(const flag *f, int spelling, char out[VARIABLE_MAX])
{
    char name[NAME_LONGEST];
    write_name(f, spelling, name);
    snprintf(out, VARIABLE_MAX, "KNOBEL_%s", name);
    for (char *c = out; *c; c++)
        *c = *c == '-' ? '_' : *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
}

/* The spelling of the help takes precedence, so it comes last. */
static bool read_environment(const flag *flags, int count)
{
    for (int i = 0; i < count; i++)
        for (int spelling = SPELLINGS - 1; spelling >= 0; spelling--) {
            char name[VARIABLE_MAX];
            write_variable(&flags[i], spelling, name);
            const char *value = getenv(name);
            if (value && value[0] && !set(&flags[i], name, value))
                return false;
        }
    return true;
}

static bool is_called(const flag *f, const char *word, size_t length)
{
    for (int spelling = 0; spelling < SPELLINGS; spelling++) {
        char name[NAME_LONGEST];
        write_name(f, spelling, name);
        if (strlen(name) == length && strncmp(word, name, length) == 0)
            return true;
    }
    return false;
}

/* The option a word such as `--port`, `--port=8020` or `--no-qr` means, or NULL. */
static const flag *find(const flag *flags, int count, const char *word, const char **value)
{
    size_t length = strcspn(word, "=");
    *value = word[length] ? word + length + 1 : NULL;
    for (int i = 0; i < count; i++) {
        if (is_called(&flags[i], word, length))
            return &flags[i];
        if (flags[i].kind == FLAG_SWITCH && strncmp(word, "no-", 3) == 0 &&
            strcmp(word + 3, flags[i].name) == 0) {
            *value = "0";
            return &flags[i];
        }
    }
    return NULL;
}

/* The same for `-n 100` and `-n100`. */
static const flag *find_letter(const flag *flags, int count, const char *word, const char **value)
{
    *value = word[1] ? word + 1 : NULL;
    for (int i = 0; i < count; i++)
        if (flags[i].name[0] == word[0] && !flags[i].name[1])
            return &flags[i];
    return NULL;
}

/* Read one option; returns how many words it used, or 0 after a complaint. */
static int read_one(const flag *flags, int count, char **at, int left)
{
    const char *value;
    const flag *f = at[0][1] == '-' ? find(flags, count, at[0] + 2, &value)
                                    : find_letter(flags, count, at[0] + 1, &value);
    if (!f) {
        complain(EXIT_MISUSED, _("unknown option or argument: %s (--help lists them)"), at[0]);
        return 0;
    }
    int took = 1;
    if (!value && f->kind == FLAG_SWITCH)
        value = "1";
    if (!value && left > 1)
        value = at[took++];
    if (!value) {
        complain(EXIT_MISUSED, _("%s needs a value"), at[0]);
        return 0;
    }
    return set(f, at[0], value) ? took : 0;
}

/* `--port`, `-n`, `-n100`; a lone dash is a word: standard input. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1];
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int flags_read(const flag *flags, int count, bool environment, int argc, char **argv)
{
    int words = 0;
    if (environment && !read_environment(flags, count))
        return FLAGS_WRONG;
    bool options = true; /* after a lone `--` everything is a word */
    for (int i = 1, took; i < argc; i += took) {
        took = 1;
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (!options || !is_option(argv[i]))
            argv[1 + words++] = argv[i];
        else if (asks_for_help(argv[i]))
            return FLAGS_HELP;
        else if ((took = read_one(flags, count, argv + i, argc - i)) == 0)
            return FLAGS_WRONG;
    }
    return words;
}

/* The current value, in words. */
static void write_value(const flag *f, char *out, size_t size)
{
    out[0] = '\0';
    switch (f->kind) {
    case FLAG_SWITCH: snprintf(out, size, "%s", *(bool *)f->into ? _("on") : _("off")); break;
    case FLAG_NUMBER: snprintf(out, size, "%d", *(int *)f->into); break;
    case FLAG_TEXT:
        if (*(const char **)f->into)
            snprintf(out, size, "%s", *(const char **)f->into);
        break;
    case FLAG_MS:
    case FLAG_SECONDS:
    case FLAG_DAYS: snprintf(out, size, "%" PRId64, *(int64_t *)f->into / unit(f)); break;
    case FLAG_TEXTS: break;
    }
}

void flags_help(const flag *flags, int count)
{
    for (int i = 0; i < count; i++) {
        char name[NAME_LONGEST], value[256];
        snprintf(name, sizeof name, "--%s %s", flags[i].name, flags[i].value);
        write_value(&flags[i], value, sizeof value);
        printf("  %-30s %s%s%s%s\n", name, _(flags[i].meaning), value[0] ? " (" : "", value,
               value[0] ? ")" : "");
    }
}
