/* answers.h: what the table answers, in words. */
#ifndef KNOBEL_TERMINAL_ANSWERS_H
#define KNOBEL_TERMINAL_ANSWERS_H

#include "table/table.h"

/* One sentence, without the line number, that says what is wrong and where possible what to do. */
const char *answer_words(table_answer answer);

#endif
