/* rules_texts.S: the rules as they are written, each closed by a zero. */
#include "games/list.h"

#define QUOTED(text) #text
#define RULES(name)                                                                                \
    .global rules_##name;                                                                          \
    rules_##name:                                                                                  \
    .incbin QUOTED(games/name/rules.txt);                                                          \
    .byte 0;

    .section .rodata
GAMES_WITH_RULES(RULES)
    .section .note.GNU-stack, "", %progbits
