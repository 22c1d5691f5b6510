/* flags.h: the options of commands: from the environment and the command line into variables, and
 * the help about them. */
#ifndef KNOBEL_TOOLS_FLAGS_H
#define KNOBEL_TOOLS_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

/* Texts of an option that may be repeated. */
typedef struct {
    const char **at;
    int *count;
    int most;
} flag_texts;

/* One option, `--name VALUE`; a name of one letter is `-n VALUE`. What `into` points to depends on
 * the kind. */
typedef struct {
    const char *name;  /* without the dashes */
    const char *value; /* how the help calls what stands behind it */
    enum {
        FLAG_SWITCH,  /* a bool; takes no value, and `--no-name` is there too */
        FLAG_NUMBER,  /* an int */
        FLAG_TEXT,    /* a const char * */
        FLAG_MS,      /* an int64_t */
        FLAG_SECONDS, /* an int64_t of milliseconds, given in seconds */
        FLAG_DAYS,    /* likewise in days */
        FLAG_TEXTS,   /* a flag_texts; may be repeated */
    } kind;
    void *into;       /* holds the initial value */
    int64_t min, max; /* of numbers */
    const char *meaning;
} flag;

/* Read the environment (KNOBEL_NAME, if `environment` is true), then the line; the line wins. What
 * is not an option is left in front: returns how many such words, argv[1] the first. Answers -1
 * after a complaint, and -2 if `--help` was asked for. */
enum { FLAGS_WRONG = -1, FLAGS_HELP = -2 };
int flags_read(const flag *flags, int count, bool environment, int argc, char **argv);

/* A line for each option, with its value as it stands. */
void flags_help(const flag *flags, int count);

#endif
