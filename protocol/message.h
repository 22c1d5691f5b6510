/* message.h: parses the text of a message with jansson into what the house hears. */
#ifndef KNOBEL_PROTOCOL_MESSAGE_H
#define KNOBEL_PROTOCOL_MESSAGE_H

#include "house/house.h"

enum { MESSAGE_KEYS_MAX = 512 }; /* bytes for joined keys */

typedef struct {
    house_message said;
    struct json_t *root; /* holds the texts */
    char keys[MESSAGE_KEYS_MAX];
} message;

/* Read one JSON object; nested objects are flattened, lists are refused. If true, the message is
 * valid until message_free. */
bool message_read(kn_slice text, message *out);
void message_free(message *m);

/* A text in it; empty if it is missing or something else. */
kn_slice message_text(const house_message *m, const char *key);

#endif
