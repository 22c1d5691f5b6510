/* nudge.c: the words of a nudge. See nudge.h. */
#include "sentences/nudge.h"

#include "words/words.h"

/* The nudges that all games share. */
static const words_nudge shared[] = {
    {"only_one", N_("There is only one thing to do here.")},
    {"all_alike", N_("It makes no difference here: choose whichever you like.")},
    {"close", N_("It is close: several moves are about equally good.")},
    {"compare", N_("Take your time and compare.")},
    {NULL, NULL},
};

static const char *find(const words_nudge *list, const char *key)
{
    for (; list && list->key; list++)
        if (strcmp(list->key, key) == 0)
            return _(list->words);
    return NULL;
}

bool nudge_all_alike(const json_t *opinions)
{
    return look_is(opinions, "nudge", "only_one") || look_is(opinions, "nudge", "all_alike");
}

const char *nudge_words(const char *game, const json_t *opinions)
{
    const char *key = look_text(opinions, "nudge");
    const char *found = find(words_of(game)->nudges, key);
    found = found ? found : find(shared, key);
    return found ? found : find(shared, "compare");
}
