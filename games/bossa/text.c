/* text.c: Bossa as text: moves, positions and their validity, the view as JSON.
 *
 * A tile is written as its white and its black pips: `41`. README.md lists the texts. */
#include <string.h>

#include "games/bossa/inside.h"

enum { PILE_FIRST = BOSSA_TILES - 1 - BOSSA_SEATS * BOSSA_DEALT };

static const char *const phase_names[] = {"throwing", "looking", "choosing",  "opening", "keeping",
                                          "drawing",  "acting",  "redrawing", "over",    NULL};
static const char *const take_names[] = {"white", "black", "start", NULL};
static const char *const marker_names[] = {"redraw", "exchange", "stack", NULL};
static const char *const chip_names[] = {"none", "hidden", "doubler", "converter", NULL};
static const char *const ending_names[] = {"none", "a", "b", "c", "d", "e", NULL};
static const char *const kind_names[] = {"lay", "stack", "redraw", "exchange", NULL};

/* ---- moves as text ---- */

/* White pips, black pips: `41`. */
static void put_tile(kn_text *out, int tile)
{
    kn_put_int(out, bossa_pips[BOSSA_WHITE][tile]);
    kn_put_int(out, bossa_pips[BOSSA_BLACK][tile]);
}

static void put_tiles(kn_text *out, uint32_t tiles, char mark)
{
    for (uint32_t rest = tiles; rest; rest &= rest - 1) {
        if (rest != tiles)
            kn_put_char(out, mark);
        put_tile(out, bossa_first_tile(rest));
    }
}

/* Not searched for: how long that takes would tell which tile of a hidden hand is read. There are
 * tiles with 1 to 6 pips; those with fewer white ones come first, and among them those with fewer
 * black ones. */
static bool read_tile(kn_slice text, int *out)
{
    enum { PIPS_MAX = 6 };
    if (text.length != 2)
        return false;
    int white = text.at[0] - '0', black = text.at[1] - '0', pips = white + black;
    if (white < 0 || black < 0 || pips < 1 || pips > PIPS_MAX)
        return false;
    *out = white * (2 * PIPS_MAX + 3 - white) / 2 + black - 1;
    return true;
}

static void write_put_down(uint32_t hand, kn_move move, kn_text *out)
{
    uint32_t tiles = bossa_pick(hand, move & ((1 << BOSSA_CHIP_AT) - 1));
    unsigned chipped = move >> BOSSA_CHIP_AT & 7;
    int under = chipped ? bossa_tile_at(hand, chipped - 1) : -1;
    kn_put(out, take_names[move >> BOSSA_LINE_AT & 1]);
    kn_put_char(out, ' ');
    kn_put_int(out, move >> BOSSA_PLACE_AT);
    for (; tiles; tiles &= tiles - 1) {
        kn_put_char(out, ' ');
        put_tile(out, bossa_first_tile(tiles));
        if (bossa_first_tile(tiles) == under)
            kn_put_char(out, '*');
    }
}

static void write_action(const bossa_state *s, int seat, kn_move move, kn_text *out)
{
    kn_move kind = move >> BOSSA_KIND_AT & 7;
    int theirs = bossa_tile_at(s->hand[!seat], move >> BOSSA_PLACE_AT);
    kn_put(out, kind_names[kind]);
    kn_put_char(out, ' ');
    if (kind == BOSSA_LAY || kind == BOSSA_STACK) {
        write_put_down(s->hand[seat], move, out);
        return;
    }
    put_tiles(out, bossa_pick(s->hand[seat], move & ((1 << BOSSA_CHIP_AT) - 1)), ' ');
    if (kind == BOSSA_EXCHANGE && theirs >= 0) {
        kn_put_char(out, ' ');
        put_tile(out, theirs);
    }
}

void bossa_write_move(const void *state, int actor, kn_move move, kn_text *out)
{
    const bossa_state *s = state;
    kn_move kind = move >> BOSSA_KIND_AT & 7, what = move & 3;
    if (actor == KN_CHANCE) {
        if (s->phase == BOSSA_THROWING || move >= BOSSA_TILES)
            kn_put_int(out, move);
        else
            put_tile(out, (int)move);
    } else if (kind == BOSSA_TAKE) {
        kn_put(out, what <= BOSSA_START ? take_names[what] : "");
    } else if (kind == BOSSA_KEEP) {
        kn_put(out, "keep ");
        kn_put(out, chip_names[what]);
    } else if (kind <= BOSSA_EXCHANGE && actor < BOSSA_SEATS) {
        write_action(s, actor, move, out);
    }
}

/* The place of a tile in the sorted hand. */
static int place_in(uint32_t hand, int tile)
{
    return bossa_count_tiles(hand & (BOSSA_TILE(tile) - 1));
}

/* The tiles of a move in any order, one of them perhaps with the chip's star. A tile that is not in
 * the hand has no number there: such a move cannot even be told to `apply`. */
static kn_refusal read_subset(uint32_t hand, kn_slice text, kn_move *out)
{
    uint32_t tiles = 0;
    kn_move places = 0;
    int under = -1, tile;
    while (text.length > 0) {
        kn_slice word;
        if (!kn_take_word(&text, &word))
            return KN_UNREADABLE;
        bool starred = word.at[word.length - 1] == '*';
        word.length -= starred;
        if (!read_tile(word, &tile) || tiles & BOSSA_TILE(tile) || (starred && under >= 0))
            return KN_UNREADABLE;
        tiles |= BOSSA_TILE(tile);
        if (starred)
            under = tile;
    }
    if (tiles == 0)
        return KN_UNREADABLE;
    if (tiles & ~hand)
        return KN_ILLEGAL;
    for (uint32_t rest = tiles; rest; rest &= rest - 1)
        places |= 1u << place_in(hand, bossa_first_tile(rest));
    *out |= places | (under < 0 ? 0 : (kn_move)place_in(hand, under) + 1) << BOSSA_CHIP_AT;
    return KN_OK;
}

/* `white 6 41 10*` */
static kn_refusal read_put_down(uint32_t hand, kn_slice text, kn_move *out)
{
    kn_slice colour_word, value_word;
    int64_t value;
    if (!kn_take_word(&text, &colour_word) || !kn_take_word(&text, &value_word) ||
        !kn_read_int(value_word, 1, BOSSA_VALUES - 1, &value))
        return KN_UNREADABLE;
    int colour = kn_read_name(colour_word, take_names);
    if (colour != BOSSA_WHITE && colour != BOSSA_BLACK)
        return KN_UNREADABLE;
    *out |= (kn_move)colour << BOSSA_LINE_AT | (kn_move)value << BOSSA_PLACE_AT;
    return read_subset(hand, text, out);
}

/* `41 20`: the own tile, then the other's. */
static kn_refusal read_exchange(const bossa_state *s, int seat, kn_slice text, kn_move *out)
{
    kn_slice word;
    int mine, theirs;
    if (!kn_take_word(&text, &word) || !read_tile(word, &mine) || !read_tile(text, &theirs))
        return KN_UNREADABLE;
    if (!(s->hand[seat] & BOSSA_TILE(mine)) || !(s->hand[!seat] & BOSSA_TILE(theirs)))
        return KN_ILLEGAL;
    *out |= 1u << place_in(s->hand[seat], mine) | (kn_move)place_in(s->hand[!seat], theirs)
                                                      << BOSSA_PLACE_AT;
    return KN_OK;
}

static kn_refusal read_redraw(const bossa_state *s, int seat, kn_slice text, kn_move *out)
{
    int tile;
    return read_tile(text, &tile) ? read_subset(s->hand[seat], text, out) : KN_UNREADABLE;
}

static kn_refusal read_action(const bossa_state *s, int seat, kn_slice text, kn_move *out)
{
    kn_slice word;
    int taken = kn_read_name(text, take_names);
    if (taken >= 0) {
        *out = BOSSA_KIND(BOSSA_TAKE) | (kn_move)taken;
        return KN_OK;
    }
    if (!kn_take_until(&text, ' ', &word))
        return KN_UNREADABLE;
    if (kn_slice_is(word, "keep")) {
        int chip = kn_read_name(text, chip_names);
        *out = BOSSA_KIND(BOSSA_KEEP) | (kn_move)chip;
        return chip == BOSSA_CHIP_DOUBLER || chip == BOSSA_CHIP_CONVERTER ? KN_OK : KN_UNREADABLE;
    }
    int kind = kn_read_name(word, kind_names);
    *out = BOSSA_KIND(kind < 0 ? 0 : kind);
    switch (kind) {
    case BOSSA_LAY:
    case BOSSA_STACK: return read_put_down(s->hand[seat], text, out);
    case BOSSA_REDRAW: return read_redraw(s, seat, text, out);
    case BOSSA_EXCHANGE: return read_exchange(s, seat, text, out);
    default: return KN_UNREADABLE;
    }
}

kn_refusal bossa_read_move(const void *state, int actor, kn_slice text, kn_move *out)
{
    const bossa_state *s = state;
    int tile;
    *out = 0;
    if (actor >= 0 && actor < BOSSA_SEATS)
        return read_action(s, actor, text, out);
    if (actor != KN_CHANCE)
        return KN_UNREADABLE;
    if (s->phase == BOSSA_THROWING)
        return kn_read_face(text, BOSSA_FACES, out);
    if (!read_tile(text, &tile))
        return KN_UNREADABLE;
    *out = (kn_move)tile;
    return KN_OK;
}

/* ---- positions: writing ---- */

static const char *const hand_keys[] = {"hand1", "hand2"};
static const char *const spent_keys[] = {"spent1", "spent2"};
static const char *const stack_keys[] = {"stack1", "stack2"};

/* `hand1=41,20`; hidden tiles are dashes; an empty hand is left out. */
static void write_hand(const bossa_state *s, int seat, kn_text *out)
{
    if (s->held[seat] == 0)
        return;
    kn_put_key(out, hand_keys[seat]);
    put_tiles(out, s->hand[seat], ',');
    for (int i = 0; bossa_is_hidden(s, seat) && i < s->held[seat]; i++)
        kn_put(out, i ? ",-" : "-");
}

/* `white=5:41+10,7:52+20` */
static void write_line(const bossa_state *s, int colour, kn_text *out)
{
    const bossa_line *line = &s->line[colour];
    bool begun = false;
    for (int value = line->low; value <= line->high; value++) {
        if (line->count[value] == 0)
            continue;
        if (begun)
            kn_put_char(out, ',');
        else
            kn_put_key(out, take_names[colour]);
        begun = true;
        kn_put_int(out, value);
        kn_put_char(out, ':');
        put_tiles(out, line->laid[value], '+');
    }
}

/* `spent1=redraw,stack`, `stack1=white:5:30+21` */
static void write_markers(const bossa_state *s, int seat, kn_text *out)
{
    bool begun = false;
    for (int marker = 0; marker_names[marker]; marker++) {
        if (!(s->spent[seat] >> marker & 1))
            continue;
        if (begun)
            kn_put_char(out, ',');
        else
            kn_put_key(out, spent_keys[seat]);
        begun = true;
        kn_put(out, marker_names[marker]);
    }
    if (s->stack[seat] == 0)
        return;
    kn_put_key(out, stack_keys[seat]);
    kn_put(out, take_names[s->stack_line[seat]]);
    kn_put_char(out, ':');
    kn_put_int(out, s->stack_value[seat]);
    kn_put_char(out, ':');
    put_tiles(out, s->stack[seat], '+');
}

static void put_one_tile(kn_text *out, uint8_t tile)
{
    if (tile)
        put_tile(out, tile - 1);
    else
        kn_put_char(out, '-');
}

static void write_chips(const bossa_state *s, kn_text *out)
{
    if (s->chip[0] || s->chip[1])
        kn_put_names(out, "kept", chip_names, s->chip, BOSSA_SEATS);
    if (s->under[0] || s->under[1]) {
        kn_put_key(out, "under");
        put_one_tile(out, s->under[0]);
        kn_put_char(out, ',');
        put_one_tile(out, s->under[1]);
    }
}

void bossa_write_position(const void *state, kn_text *out)
{
    const bossa_state *s = state;
    uint8_t dice[BOSSA_COLOURS] = {s->line[BOSSA_WHITE].die, s->line[BOSSA_BLACK].die};
    kn_write_setup(&bossa_game, s, out);
    kn_put_name(out, "phase", phase_names, s->phase);
    kn_put_number(out, "turn", s->turn + 1);
    kn_put_list(out, "dice", dice, BOSSA_COLOURS, 0);
    if (s->tie)
        kn_put_number(out, "tie", s->tie);
    if (s->white_owner)
        kn_put_number(out, "white_owner", s->white_owner);
    for (int colour = 0; colour < BOSSA_COLOURS; colour++)
        write_line(s, colour, out);
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        write_hand(s, seat, out);
        write_markers(s, seat, out);
    }
    write_chips(s, out);
    if (s->gone) {
        kn_put_key(out, "gone");
        put_tiles(out, s->gone, ',');
    }
    if (s->drawn) {
        kn_put_key(out, "drawn");
        put_tile(out, s->drawn - 1);
    }
    if (s->ending)
        kn_put_name(out, "ending", ending_names, s->ending);
}

/* ---- positions: reading ---- */

/* The next piece before `mark`, or the last one; false when nothing is left. */
static bool next_piece(kn_slice *rest, char mark, kn_slice *piece)
{
    if (rest->length == 0)
        return false;
    if (!kn_take_until(rest, mark, piece)) {
        *piece = *rest;
        rest->length = 0;
        return true;
    }
    if (rest->length == 0) /* nothing behind the last mark */
        piece->length = 0;
    return true;
}

/* Different tiles that nobody has named before; they are unseen no longer. */
static bool read_tiles(bossa_state *s, kn_slice text, char mark, int most, uint32_t *out)
{
    kn_slice piece;
    int tile, count = 0;
    while (next_piece(&text, mark, &piece)) {
        if (count++ == most || !read_tile(piece, &tile) || !(s->unseen & BOSSA_TILE(tile)))
            return false;
        s->unseen &= ~BOSSA_TILE(tile);
        *out |= BOSSA_TILE(tile);
    }
    return count > 0;
}

static bool read_hand(bossa_state *s, kn_fields *fields, int seat)
{
    static const char *const hidden[] = {"-", "-,-", "-,-,-", "-,-,-,-", NULL};
    kn_slice text;
    if (!kn_field(fields, hand_keys[seat], &text))
        return true;
    int dashes = kn_read_name(text, hidden) + 1;
    if (dashes > 0) {
        s->held[seat] = (uint8_t)dashes;
        return true;
    }
    /* Until the hands open, two people may say that they hold the same tile. */
    uint32_t others = s->phase == BOSSA_LOOKING || s->phase == BOSSA_CHOOSING ? s->hand[!seat] : 0;
    s->unseen |= others;
    if (!read_tiles(s, text, ',', BOSSA_HAND_MAX, &s->hand[seat]))
        return false;
    s->unseen &= ~others;
    s->held[seat] = (uint8_t)bossa_count_tiles(s->hand[seat]);
    return true;
}

/* Tiles on a value of a line: `5:41+10`. */
static bool read_placed(bossa_state *s, kn_slice text, uint32_t *tiles, int *out)
{
    kn_slice word;
    int64_t value;
    if (!kn_take_until(&text, ':', &word) || !kn_read_int(word, 1, BOSSA_VALUES - 1, &value))
        return false;
    *out = (int)value;
    return read_tiles(s, text, '+', BOSSA_HAND_MAX, tiles);
}

/* Positions in any order; together with the die they must make one unbroken line. */
static bool read_line(bossa_state *s, kn_fields *fields, int colour)
{
    bossa_line *line = &s->line[colour];
    kn_slice text, piece;
    int read = 0, value;
    line->low = line->high = line->die;
    if (!kn_field(fields, take_names[colour], &text))
        return true;
    for (; next_piece(&text, ',', &piece); read++) {
        uint32_t tiles = 0;
        if (!read_placed(s, piece, &tiles, &value) || line->count[value] || value == line->die)
            return false;
        line->laid[value] = tiles;
        line->count[value] = (uint8_t)bossa_count_tiles(tiles);
    }
    while (line->low > 1 && line->count[line->low - 1])
        line->low--;
    while (line->high < BOSSA_VALUES - 1 && line->count[line->high + 1])
        line->high++;
    return line->die != 0 && read == bossa_line_positions(line);
}

static bool read_markers(bossa_state *s, kn_fields *fields, int seat)
{
    kn_slice text, piece;
    int value;
    if (kn_field(fields, spent_keys[seat], &text))
        while (next_piece(&text, ',', &piece)) {
            int marker = kn_read_name(piece, marker_names);
            if (marker < 0 || s->spent[seat] >> marker & 1)
                return false;
            s->spent[seat] = (uint8_t)(s->spent[seat] | 1 << marker);
        }
    if (!kn_field(fields, stack_keys[seat], &text))
        return true;
    if (!kn_take_until(&text, ':', &piece))
        return false;
    int colour = kn_read_name(piece, take_names);
    if (colour < 0 || colour >= BOSSA_COLOURS || !read_placed(s, text, &s->stack[seat], &value))
        return false;
    s->stack_line[seat] = (uint8_t)colour;
    s->stack_value[seat] = (uint8_t)value;
    return true;
}

static bool read_one_tile(kn_slice text, uint8_t *out)
{
    int tile = -1;
    if (!kn_slice_is(text, "-") && !read_tile(text, &tile))
        return false;
    *out = (uint8_t)(tile + 1);
    return true;
}

static bool read_chips(bossa_state *s, kn_fields *fields)
{
    kn_slice text, first;
    if (!kn_field_names(fields, "kept", chip_names, s->chip, BOSSA_SEATS))
        return false;
    if (!kn_field(fields, "under", &text))
        return true;
    return kn_take_until(&text, ',', &first) && read_one_tile(first, &s->under[0]) &&
           read_one_tile(text, &s->under[1]);
}

static bool read_all(bossa_state *s, kn_fields *fields)
{
    uint8_t turn = 1, dice[BOSSA_COLOURS] = {0, 0};
    kn_slice text;
    bool read = kn_field_name(fields, "phase", phase_names, &s->phase) &&
                kn_field_int(fields, "turn", 1, BOSSA_SEATS, &turn) &&
                kn_field_list(fields, "dice", dice, BOSSA_COLOURS, BOSSA_FACES, 0) &&
                kn_field_int(fields, "tie", 0, BOSSA_FACES, &s->tie) &&
                kn_field_int(fields, "white_owner", 0, BOSSA_SEATS, &s->white_owner) &&
                kn_field_name(fields, "ending", ending_names, &s->ending);
    s->turn = (uint8_t)(turn - 1);
    for (int colour = 0; colour < BOSSA_COLOURS; colour++) {
        s->line[colour].die = dice[colour];
        read = read && read_line(s, fields, colour);
    }
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        read = read && read_hand(s, fields, seat) && read_markers(s, fields, seat);
    if (read && kn_field(fields, "gone", &text))
        read = read_tiles(s, text, ',', BOSSA_SEATS, &s->gone);
    if (read && kn_field(fields, "drawn", &text))
        read = read_one_tile(text, &s->drawn);
    return read && read_chips(s, fields) && kn_fields_used(fields);
}

/* ---- positions: can it be? ---- */

/* Tiles laid in one turn: the right pips, and at most one chip of those that may lie on them. */
static bool adds_up(const bossa_state *s, uint32_t tiles, int colour, unsigned value,
                    unsigned seats)
{
    unsigned worth = 0, chips = 0;
    for (uint32_t rest = tiles; rest; rest &= rest - 1) {
        int tile = bossa_first_tile(rest), chip = BOSSA_CHIP_NONE;
        for (int seat = 0; seat < BOSSA_SEATS; seat++)
            if (s->under[seat] == tile + 1) {
                if (!(seats >> seat & 1))
                    return false;
                chip = s->chip[seat];
                chips++;
            }
        unsigned counted = chip ? bossa_changed_pips(chip, colour, tile) : bossa_pips[colour][tile];
        if (counted == 0)
            return false;
        worth += counted;
    }
    return worth == value && chips <= 1;
}

static bool line_possible(const bossa_state *s, int colour)
{
    const bossa_line *line = &s->line[colour];
    if (bossa_line_positions(line) > BOSSA_GOAL)
        return false;
    for (int value = line->low; value <= line->high; value++) {
        if (value == line->die)
            continue;
        unsigned inner = line->count[value < line->die ? value + 1 : value - 1];
        if (!(bossa_next_counts(inner) >> line->count[value] & 1) ||
            !adds_up(s, line->laid[value], colour, (unsigned)value, 3))
            return false;
    }
    return true;
}

static bool stack_possible(const bossa_state *s, int seat)
{
    const bossa_line *line = &s->line[s->stack_line[seat]];
    unsigned value = s->stack_value[seat];
    if (s->stack[seat] == 0 || !(s->spent[seat] & BOSSA_MARKER_STACK))
        return s->stack[seat] == 0 && !(s->spent[seat] & BOSSA_MARKER_STACK);
    return bossa_within(line, value) && value != line->die &&
           bossa_count_tiles(s->stack[seat]) == line->count[value] &&
           adds_up(s, s->stack[seat], s->stack_line[seat], value, 1u << seat);
}

static uint32_t tiles_in_line(const bossa_line *line)
{
    uint32_t tiles = 0;
    for (int value = line->low; value <= line->high; value++)
        tiles |= line->laid[value];
    return tiles;
}

/* Chips are kept by both or neither once play has begun, and lie where tiles lie. */
static bool chips_possible(const bossa_state *s)
{
    bool on = s->setup.option[BOSSA_OPTION_CHIPS] == BOSSA_CHIPS_ON;
    uint32_t tiles = tiles_in_line(&s->line[BOSSA_WHITE]) | tiles_in_line(&s->line[BOSSA_BLACK]) |
                     s->stack[0] | s->stack[1];
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        bool kept = s->chip[seat] != BOSSA_CHIP_NONE;
        if (s->phase == BOSSA_KEEPING ? !on || (kept && s->chip[!seat])
                                      : kept != (on && s->phase > BOSSA_KEEPING))
            return false;
        if (s->under[seat] &&
            (s->chip[seat] < BOSSA_CHIP_DOUBLER || !(tiles & BOSSA_TILE(s->under[seat] - 1))))
            return false;
    }
    return s->under[0] == 0 || s->under[0] != s->under[1];
}

/* Before the first draw: no tiles in lines, no markers spent, hands of at most four. */
static bool setting_up_possible(const bossa_state *s)
{
    int white = s->line[BOSSA_WHITE].die, black = s->line[BOSSA_BLACK].die;
    int mine = s->held[s->turn], others = s->held[!s->turn];
    bool known = !bossa_is_hidden(s, 0) && !bossa_is_hidden(s, 1);
    if (bossa_line_positions(&s->line[BOSSA_WHITE]) ||
        bossa_line_positions(&s->line[BOSSA_BLACK]) || s->stack[0] || s->stack[1] || s->spent[0] ||
        s->spent[1] || s->gone || s->drawn || s->ending || mine > BOSSA_DEALT ||
        others > BOSSA_DEALT)
        return false;
    if ((s->white_owner != 0) != (s->phase >= BOSSA_OPENING) || (s->tie && (s->phase || white)))
        return false;
    if (s->phase == BOSSA_THROWING)
        return black == 0 && s->turn == 0 && mine == 0 && others == 0;
    if (!white || !black || white == black)
        return false;
    switch (s->phase) {
    case BOSSA_LOOKING:
        return mine < BOSSA_DEALT && others == (s->turn == bossa_higher(s) ? 0 : BOSSA_DEALT);
    case BOSSA_CHOOSING:
        return mine == BOSSA_DEALT && others == (s->turn == bossa_higher(s) ? 0 : BOSSA_DEALT);
    case BOSSA_OPENING:
        return known && (s->held[0] == BOSSA_DEALT ? s->held[1] < BOSSA_DEALT
                                                   : s->held[1] % BOSSA_DEALT == 0);
    default: return known && mine == BOSSA_DEALT && others == BOSSA_DEALT;
    }
}

/* Could one seat have laid `lays` of the positions, with so many tiles, and the other the rest? */
static bool share_possible(const bossa_state *s, int lays, int tiles)
{
    uint32_t reached[2 * BOSSA_GOAL + 1] = {1}; /* by how many positions: one bit for each sum */
    if (lays < 0 || lays > 2 * BOSSA_GOAL || tiles < 0 || tiles > BOSSA_TILES)
        return false;
    for (int colour = 0; colour < BOSSA_COLOURS; colour++)
        for (int value = s->line[colour].low; value <= s->line[colour].high; value++)
            for (int n = 2 * BOSSA_GOAL; s->line[colour].count[value] && n > 0; n--)
                reached[n] |= reached[n - 1] << s->line[colour].count[value];
    return reached[lays] >> tiles & 1;
}

/* Turns alternate and each is one action, so the seats' hands and markers tell what they laid. */
static bool turns_possible(const bossa_state *s)
{
    bool begun = s->phase == BOSSA_ACTING || s->ending == BOSSA_ENDED_D;
    int redrawing = s->phase == BOSSA_REDRAWING, sum_of_tiles = 0;
    int turns = bossa_line_positions(&s->line[BOSSA_WHITE]) +
                bossa_line_positions(&s->line[BOSSA_BLACK]) - redrawing +
                bossa_count_tiles(s->spent[0]) + bossa_count_tiles(s->spent[1]);
    for (int seat = 0; seat < BOSSA_SEATS; seat++) {
        bool ahead = (seat == s->turn) == (s->phase == BOSSA_OVER && !begun);
        bool at_it = seat == s->turn && redrawing;
        int own = (turns + ahead) / 2;
        int lays = own - bossa_count_tiles(s->spent[seat]) + at_it;
        int tiles = BOSSA_DEALT + own + (seat == s->turn && begun) - s->held[seat] -
                    bossa_count_tiles(s->stack[seat]);
        if (!share_possible(s, lays, tiles) || (at_it && !(s->spent[seat] & BOSSA_MARKER_REDRAW)))
            return false;
        if (lays == 0 && s->under[seat] && !(s->stack[seat] & BOSSA_TILE(s->under[seat] - 1)))
            return false;
        sum_of_tiles += tiles;
    }
    return sum_of_tiles == bossa_count_tiles(tiles_in_line(&s->line[BOSSA_WHITE])) +
                               bossa_count_tiles(tiles_in_line(&s->line[BOSSA_BLACK]));
}

static bool end_possible(const bossa_state *s)
{
    bool drawn = s->drawn && s->hand[s->turn] & BOSSA_TILE(s->drawn - 1);
    int ending = bossa_ending_now(s);
    if (s->held[!s->turn] == 0 || s->unseen == 0)
        return false;
    switch (s->phase) {
    case BOSSA_ACTING:
        return drawn && !s->ending && (!ending || ending == BOSSA_ENDED_E) && !bossa_is_stuck(s);
    case BOSSA_OVER:
        if (s->ending == BOSSA_ENDED_D)
            return drawn && (!ending || ending == BOSSA_ENDED_E) && bossa_is_stuck(s);
        return !s->drawn && ending != BOSSA_NOT_ENDED && s->ending == ending;
    default: return !s->drawn && !s->ending && !ending;
    }
}

static bool playing_possible(const bossa_state *s)
{
    int redraws = (s->spent[0] & BOSSA_MARKER_REDRAW) + (s->spent[1] & BOSSA_MARKER_REDRAW);
    int white = s->line[BOSSA_WHITE].die, black = s->line[BOSSA_BLACK].die;
    return white && black && white != black && s->white_owner && !s->tie &&
           !bossa_is_hidden(s, 0) && !bossa_is_hidden(s, 1) &&
           bossa_count_tiles(s->gone) == redraws && line_possible(s, BOSSA_WHITE) &&
           line_possible(s, BOSSA_BLACK) && stack_possible(s, 0) && stack_possible(s, 1) &&
           turns_possible(s) && end_possible(s);
}

kn_refusal bossa_read_position(kn_slice text, void *state)
{
    bossa_state s;
    kn_fields fields;
    kn_refusal refusal = kn_read_setup(&bossa_game, text, &fields, &s);
    if (refusal)
        return refusal;
    if (!read_all(&s, &fields))
        return KN_UNREADABLE;
    if (!chips_possible(&s) ||
        !(s.phase <= BOSSA_KEEPING ? setting_up_possible(&s) : playing_possible(&s)))
        return KN_IMPOSSIBLE;
    if (s.phase == BOSSA_OVER)
        bossa_finish(&s, s.ending);
    memcpy(state, &s, sizeof s);
    return KN_OK;
}

/* ---- JSON ---- */

static void describe_tile(kn_json *out, const char *key, int tile)
{
    char name[3];
    kn_text text = kn_text_on(name, sizeof name);
    if (tile < 0) {
        kn_json_null(out, key);
        return;
    }
    put_tile(&text, tile);
    kn_json_string(out, key, name);
}

static void describe_tiles(kn_json *out, const char *key, uint32_t tiles)
{
    kn_json_list(out, key);
    for (; tiles; tiles &= tiles - 1)
        describe_tile(out, NULL, bossa_first_tile(tiles));
    kn_json_end_list(out);
}

/* The tiles of one position, the stacked ones after those they lie on. */
static void describe_place(const bossa_state *s, int colour, int value, kn_json *out)
{
    kn_json_object(out, NULL);
    kn_json_int(out, "value", value);
    kn_json_int(out, "count", s->line[colour].count[value]);
    kn_json_list(out, "layers");
    describe_tiles(out, NULL, s->line[colour].laid[value]);
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        if (s->stack[seat] && s->stack_line[seat] == colour && s->stack_value[seat] == value)
            describe_tiles(out, NULL, s->stack[seat]);
    kn_json_end_list(out);
    kn_json_end_object(out);
}

/* An end of the line where something may be laid, and with how many tiles. */
static void describe_end(const bossa_state *s, int colour, int value, kn_json *out)
{
    unsigned counts = bossa_counts_at(s, colour, (unsigned)value);
    if (counts == 0)
        return;
    kn_json_object(out, NULL);
    kn_json_int(out, "value", value);
    kn_json_list(out, "counts");
    for (int count = 1; count <= BOSSA_HAND_MAX; count++)
        if (counts >> count & 1)
            kn_json_int(out, NULL, count);
    kn_json_end_list(out);
    kn_json_end_object(out);
}

static void describe_line(const bossa_state *s, int colour, kn_json *out)
{
    const bossa_line *line = &s->line[colour];
    kn_json_object(out, NULL);
    kn_json_string(out, "colour", take_names[colour]);
    kn_json_int_or_null(out, "die", line->die, 0);
    kn_json_int_or_null(out, "owner", s->white_owner ? bossa_owner(s, colour) + 1 : 0, 0);
    kn_json_list(out, "positions");
    for (int value = line->low; value <= line->high; value++)
        if (line->count[value])
            describe_place(s, colour, value, out);
    kn_json_end_list(out);
    kn_json_list(out, "ends");
    if (s->phase >= BOSSA_OPENING && s->phase != BOSSA_OVER) {
        describe_end(s, colour, line->low - 1, out);
        describe_end(s, colour, line->high + 1, out);
    }
    kn_json_end_list(out);
    kn_json_end_object(out);
}

static void describe_seat(const bossa_state *s, int seat, kn_json *out)
{
    bool playing = s->phase > BOSSA_OPENING;
    kn_json_object(out, NULL);
    if (s->hand[seat] || playing)
        describe_tiles(out, "hand", s->hand[seat]);
    else
        kn_json_null(out, "hand");
    kn_json_int(out, "tiles", playing ? s->held[seat] : BOSSA_DEALT);
    int colour = bossa_owner(s, BOSSA_WHITE) == seat ? BOSSA_WHITE : BOSSA_BLACK;
    kn_json_string(out, "colour", s->white_owner ? take_names[colour] : NULL);
    for (int marker = 0; marker_names[marker]; marker++)
        kn_json_bool(out, marker_names[marker], !(s->spent[seat] >> marker & 1));
    kn_json_bool(out, "chip_kept", s->chip[seat] != BOSSA_CHIP_NONE);
    bool known = s->chip[seat] >= BOSSA_CHIP_DOUBLER;
    kn_json_string(out, "chip", known ? chip_names[s->chip[seat]] : NULL);
    describe_tile(out, "chip_on", s->under[seat] - 1);
    kn_json_end_object(out);
}

void bossa_describe(const void *view, kn_json *out)
{
    const bossa_state *s = view;
    kn_json_string(out, "phase", phase_names[s->phase]);
    kn_json_int_or_null(out, "turn", s->phase == BOSSA_THROWING ? 0 : s->turn + 1, 0);
    kn_json_int_or_null(out, "tie", s->tie, 0);
    kn_json_int(out, "pile",
                s->phase > BOSSA_OPENING ? bossa_count_tiles(s->unseen) - 1 : PILE_FIRST);
    describe_tile(out, "drawn", s->drawn - 1);
    kn_json_list(out, "lines");
    for (int colour = 0; colour < BOSSA_COLOURS; colour++)
        describe_line(s, colour, out);
    kn_json_end_list(out);
    kn_json_list(out, "seats");
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        describe_seat(s, seat, out);
    kn_json_end_list(out);
    describe_tiles(out, "gone", s->gone);
    describe_tiles(out, "unseen", s->unseen);
    kn_json_string(out, "ending", s->ending ? ending_names[s->ending] : NULL);
    kn_json_list(out, "winners");
    for (int seat = 0; seat < BOSSA_SEATS; seat++)
        if (s->winners >> seat & 1)
            kn_json_int(out, NULL, seat + 1);
    kn_json_end_list(out);
}
