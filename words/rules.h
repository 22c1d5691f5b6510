/* rules.h: the rules of the games for people, embedded in the program. */
#ifndef KNOBEL_WORDS_RULES_H
#define KNOBEL_WORDS_RULES_H

/* The rules of a game in English: a line for each paragraph, `# ` before a heading, `- ` before an
 * item, `{figure NAME}` where a page may show a picture. Each paragraph without its mark is a text
 * of the catalogues (words.h). Empty for a game that has none. */
const char *rules_text(const char *game);

#endif
