/* saving.h: files for logs: tried before a match, and never over the log of another one. */
#ifndef KNOBEL_TERMINAL_SAVING_H
#define KNOBEL_TERMINAL_SAVING_H

#include <stdbool.h>
#include <stddef.h>

enum { SAVING_PATH_MAX = 4096 };

/* Could a file be written there? False: errno says why. Leaves nothing behind. */
bool saving_possible(const char *path);

/* Is there something already that writing would replace? An empty file is nothing. */
bool saving_would_replace(const char *path);

/* This path if nothing is there, else one with a number that is free: `our-2.log`. */
void saving_find_free(const char *path, char out[SAVING_PATH_MAX]);

#endif
