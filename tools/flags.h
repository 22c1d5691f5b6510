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
    const char *value; /* name of its value in the help */
    enum {
        FLAG_SWITCH,  /* a bool; takes no value, and has a `--no-name` */
        FLAG_NUMBER,  /* an int */
        FLAG_TEXT,    /* a const char * */
        FLAG_MS,      /* an int64_t */
        FLAG_SECONDS, /* an int64_t of milliseconds, given in seconds */
        FLAG_DAYS,    /* an int64_t of milliseconds, given in days */
        FLAG_TEXTS,   /* a flag_texts; may be repeated */
    } kind;
    void *into;       /* holds the initial value */
    int64_t min, max; /* range of a number */
    const char *meaning;
} flag;

/* Read the environment (KNOBEL_NAME, if `environment` is true), then the command line, which wins.
 * Words that are not options are moved to the front: returns how many there are, the first in
 * argv[1]. Returns -1 after a complaint, and -2 if `--help` was given. */
enum { FLAGS_WRONG = -1, FLAGS_HELP = -2 };
int flags_read(const flag *flags, int count, bool environment, int argc, char **argv);

/* Print a line for each option, with its current value. */
void flags_help(const flag *flags, int count);

#endif
