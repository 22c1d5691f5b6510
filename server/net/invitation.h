/* invitation.h: the page of a room as messengers read it: with a title, a sentence and a picture
 * in its head, for people who have only got the link. */
#ifndef KNOBEL_SERVER_NET_INVITATION_H
#define KNOBEL_SERVER_NET_INVITATION_H

#include "house/house.h"
#include "server/net/page.h"

enum { INVITATION_MORE = 4096 }; /* how much longer than the page it is at most */

/* The page with the head of this invitation. `base` is how the world calls this server, `code` the
 * room. False if the page has no place for it, or `out` is too small. */
bool invitation_write(const page_file *page, const house_invitation *told, const char *base,
                      const char *code, kn_text *out);

#endif
