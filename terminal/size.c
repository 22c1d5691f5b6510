/* size.c: windows that are too small to play in. See size.h. */
#include "terminal/size.h"

#include <stdio.h>

#include "words/words.h"

bool size_is_too_small(area screen)
{
    return screen.width < SCREEN_COLUMNS_MIN || screen.height < SCREEN_ROWS_MIN;
}

void size_draw_needed(area screen)
{
    enum { WORDS_MAX = 400 };
    char words[WORDS_MAX];
    int row = draw_wrapped(screen, 0, INK_STRONG, _("This window is too small."));
    snprintf(words, sizeof words,
             _("It has %d columns and %d rows and needs %d and %d. Make it larger, or its letters "
               "smaller. Nothing is lost."),
             screen.width, screen.height, SCREEN_COLUMNS_MIN, SCREEN_ROWS_MIN);
    row += draw_wrapped(screen, row, INK_SOFT, words);
    draw_wrapped(screen, row, INK_SOFT, _("q leaves"));
}
