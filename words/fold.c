/* fold.c: letters folded to ASCII. See fold.h. */
#include "words/fold.h"

#include <stdlib.h>
#include <string.h>

enum { FOLDED_MAX = 3 }; /* the most that stands for one letter */

static const struct {
    uint32_t letter;
    const char folded[FOLDED_MAX + 1];
} folds[] = {
    {U'ä', "ae"},  {U'ö', "oe"}, {U'ü', "ue"}, {U'Ä', "Ae"},     {U'Ö', "Oe"}, {U'Ü', "Ue"},
    {U'ß', "ss"},  {U'é', "e"},  {U'è', "e"},  {U'ê', "e"},      {U'ë', "e"},  {U'ï', "i"},
    {U'í', "i"},   {U'î', "i"},  {U'ó', "o"},  {U'ò', "o"},      {U'ô', "o"},  {U'ú', "u"},
    {U'ù', "u"},   {U'á', "a"},  {U'à', "a"},  {U'â', "a"},      {U'å', "a"},  {U'ñ', "n"},
    {U'ç', "c"},   {U'É', "E"},  {U'·', "-"},  {U'–', "-"},      {U'—', "-"},  {U'−', "-"},
    {U'…', "..."}, {U'×', "x"},  {U'±', "+-"}, {U'’', "'"},      {U'‘', "'"},  {U'“', "\""},
    {U'”', "\""},  {U'„', "\""}, {U'«', "\""}, {U'»', "\""},     {U'→', "->"}, {U'←', "<-"},
    {U'●', "o"},   {U'■', "#"},  {U'✚', "+"},  {U'\u00a0', " "},
};

const char *words_fold(uint32_t letter)
{
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++)
        if (folds[i].letter == letter)
            return folds[i].folded;
    return "?";
}

/* How many bytes a letter takes, by the first of them. */
static size_t bytes_of(unsigned char first)
{
    return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static uint32_t letter_at(const char *at, size_t bytes)
{
    uint32_t letter = (unsigned char)at[0] & (bytes == 1 ? 0x7f : 0xff >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++)
        letter = letter << 6 | ((unsigned char)at[i] & 0x3f);
    return letter;
}

char *words_fold_text(const char *text, size_t bytes)
{
    char *folded = malloc(FOLDED_MAX * bytes + 1), *end = folded;
    for (size_t i = 0, step; folded && i < bytes; i += step) {
        step = bytes_of((unsigned char)text[i]);
        step = step > bytes - i ? bytes - i : step;
        if ((unsigned char)text[i] < 0x80) {
            *end++ = text[i];
            continue;
        }
        const char *plain = words_fold(letter_at(text + i, step));
        memcpy(end, plain, strlen(plain));
        end += strlen(plain);
    }
    if (folded)
        *end = '\0';
    return folded;
}
