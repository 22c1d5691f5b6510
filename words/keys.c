/* keys.c: the identifiers that several games share and a face shows, so that they can be
 * translated: members and values of descriptions, and words of moves. Those of one game are in
 * games/NAME/words.c. A test walks through all games and fails if one is missing. */
#include "words/words.h"

const words_key words_shared_keys[] = {
    K_("our_dice"), K_("phase"),    K_("turn"),       K_("seats"),  K_("seat"),
    K_("dice"),     K_("total"),    K_("last"),       K_("over"),   K_("ready"),
    K_("throwing"), K_("deciding"), K_("draw_first"), K_("colour"), K_("number"),
    K_("throw"),    K_("keep"),     K_("first"),      K_END,
};
