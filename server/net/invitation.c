/* invitation.c: writes the head of a room's page for messengers. See invitation.h. */
#include "server/net/invitation.h"

#include <string.h>

#include "words/words.h"

/* What stands between these in the page is said of Knobel in general, and gives way. */
static const char from_here[] = "<!-- invitation -->", to_here[] = "<!-- end of invitation -->";

static const char *const sentences[] = {
    N_("{name} invites you to {game}"),
    N_("You are invited to {game}"),
    N_("Open the link and take a seat: no account, no ads, and dice that anyone can check."),
};
enum { NAMED, UNNAMED, ABOUT };

static const char *locale_of(const char *language)
{
    static const char *const locales[] = {"en_GB", "de_DE", "nl_NL", "ja_JP"};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++)
        if (strncmp(language, locales[i], 2) == 0)
            return locales[i];
    return locales[0];
}

/* A name may be anything: nothing in it is markup. */
static void put_plain(kn_text *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': kn_put(out, "&amp;"); break;
        case '<': kn_put(out, "&lt;"); break;
        case '>': kn_put(out, "&gt;"); break;
        case '"': kn_put(out, "&quot;"); break;
        case '\'': kn_put(out, "&#39;"); break;
        default: kn_put_char(out, *text);
        }
}

/* A sentence with its places filled in. */
static void put_sentence(kn_text *out, const house_invitation *told, int which)
{
    const char *rest = words_in_language(told->language, sentences[which]);
    for (const char *place; (place = strchr(rest, '{')); rest = strchr(place, '}') + 1) {
        kn_put_slice(out, (kn_slice){rest, (size_t)(place - rest)});
        put_plain(out, strncmp(place, "{name}", 6) == 0
                           ? told->host
                           : words_title_in(told->language, told->game));
    }
    kn_put(out, rest);
}

static void begin_tag(kn_text *out, const char *kind, const char *name)
{
    kn_put(out, "<meta ");
    kn_put(out, kind);
    kn_put(out, "=\"");
    kn_put(out, name);
    kn_put(out, "\" content=\"");
}

static void put_tag(kn_text *out, const char *name, const char *first, const char *second)
{
    begin_tag(out, "property", name);
    put_plain(out, first);
    put_plain(out, second);
    kn_put(out, "\" />");
}

static void put_said(kn_text *out, const char *kind, const char *name, const house_invitation *told,
                     int which)
{
    begin_tag(out, kind, name);
    put_sentence(out, told, which);
    kn_put(out, "\" />");
}

/* The picture of a game, or the one for all that have none. */
static const page_file *picture_of(const char *game)
{
    char begins[64];
    kn_text text = kn_text_on(begins, sizeof begins);
    kn_put(&text, "/invite-");
    kn_put(&text, game);
    kn_put_char(&text, '-');
    const page_file *own = page_find_named(begins, "png");
    return own ? own : page_find_named("/invite-any-", "png");
}

static void put_head(kn_text *out, const house_invitation *told, const char *base, const char *code)
{
    const page_file *picture = picture_of(told->game);
    int title = told->host[0] ? NAMED : UNNAMED;
    char path[HOUSE_CODE_MAX + 4];
    kn_text text = kn_text_on(path, sizeof path);
    kn_put(&text, "/t/");
    kn_put(&text, code);
    kn_put(out, "<title>");
    put_sentence(out, told, title);
    kn_put(out, "</title><meta name=\"robots\" content=\"noindex\" />");
    begin_tag(out, "name", "knobel-game"); /* so that the page can ask for its face at once */
    put_plain(out, told->game);
    kn_put(out, "\" />");
    put_said(out, "name", "description", told, ABOUT);
    put_tag(out, "og:type", "website", "");
    put_tag(out, "og:site_name", "Knobel", "");
    put_tag(out, "og:locale", locale_of(told->language), "");
    put_said(out, "property", "og:title", told, title);
    put_said(out, "property", "og:description", told, ABOUT);
    put_tag(out, "og:url", base, path);
    if (!picture)
        return;
    put_tag(out, "og:image", base, picture->path);
    put_tag(out, "og:image:type", picture->type, "");
    put_tag(out, "og:image:width", "1200", "");
    put_tag(out, "og:image:height", "630", "");
    put_tag(out, "og:image:alt", words_title_in(told->language, told->game), "");
    begin_tag(out, "name", "twitter:card");
    kn_put(out, "summary_large_image\" />");
}

/* Where a text begins in the page; NULL if it does not. */
static const char *find(kn_slice in, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= in.length; i++)
        if (memcmp(in.at + i, text, length) == 0)
            return in.at + i;
    return NULL;
}

bool invitation_write(const page_file *page, const house_invitation *told, const char *base,
                      const char *code, kn_text *out)
{
    const char *begin = page->at[PAGE_PLAIN], *end = page->end[PAGE_PLAIN];
    kn_slice all = {begin, (size_t)(end - begin)};
    const char *from = find(all, from_here), *to = find(all, to_here);
    if (!from || !to || to < from)
        return false;
    kn_put_slice(out, (kn_slice){begin, (size_t)(from - begin)});
    put_head(out, told, base, code);
    to += sizeof to_here - 1;
    kn_put_slice(out, (kn_slice){to, (size_t)(end - to)});
    return !out->cut;
}
