/* fold.h: letters for screens and pipes that take only ASCII. */
#ifndef KNOBEL_WORDS_FOLD_H
#define KNOBEL_WORDS_FOLD_H

#include <stddef.h>
#include <stdint.h>

/* What stands for a letter there; `?` if nothing does. */
const char *words_fold(uint32_t letter);

/* A UTF-8 text of so many bytes, folded; zero bytes inside it stay. To be freed by the caller; NULL
 * if there is no memory. */
char *words_fold_text(const char *text, size_t bytes);

#endif
