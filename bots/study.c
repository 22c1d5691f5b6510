/* study.c: the list of studies. See study.h. */
#include "bots/study.h"

#define POINTER(name) &name##_study,
static const bot_study *const studies[] = {GAMES_WITH_STUDY(POINTER) NULL};

const bot_study *bot_study_for(const kn_game *game)
{
    static const bot_study nothing = {.kind = NULL};
    for (int i = 0; studies[i]; i++)
        if (studies[i]->kind->game == game)
            return studies[i];
    return &nothing;
}
