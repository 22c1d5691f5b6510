/* screen.c: the terminal as a screen, by ncurses. See screen.h.
 *
 * ncurses compares each frame with the last one and sends the difference, so nothing flickers. But
 * a program that is killed by a signal has no time to close it, so the bytes that restore the
 * terminal are prepared beforehand. */
#define _XOPEN_SOURCE 700
#define NCURSES_WIDECHAR 1
#include "terminal/screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "native/native.h"

enum { SPOTS_MAX = 256, FAREWELL_MAX = 256, ESCAPE_WAIT_MS = 50 };

typedef struct {
    int row, column, height, width, key;
} spot;

static struct {
    bool open, unicode, colours;
    struct termios before;
    char farewell[FAREWELL_MAX]; /* bytes that restore the terminal */
    size_t farewell_length;
    int wake[2]; /* a pipe: the size has changed */
    spot spots[SPOTS_MAX];
    int spot_count;
    int cursor_row, cursor_column; /* -1: hidden */
} screen = {.cursor_row = -1, .wake = {-1, -1}};

/* ---- the inks ---- */

enum { OWN = -1 }; /* the terminal's default colour */

/* With 256 colours, with 8, attributes for both; last, attributes without colours. */
static const struct {
    short ink, paper, ink8, paper8;
    attr_t also, without;
} inks[INKS] = {
    [INK_PLAIN] = {OWN, OWN, OWN, OWN, A_NORMAL, A_NORMAL},
    [INK_SOFT] = {245, OWN, OWN, OWN, A_NORMAL, A_DIM},
    [INK_STRONG] = {OWN, OWN, OWN, OWN, A_BOLD, A_BOLD},
    [INK_TITLE] = {230, 23, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [INK_KEY] = {230, 240, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_REVERSE},
    [INK_ACCENT] = {173, OWN, COLOR_YELLOW, OWN, A_BOLD, A_BOLD},
    [INK_GOOD] = {71, OWN, COLOR_GREEN, OWN, A_NORMAL, A_NORMAL},
    [INK_BAD] = {167, OWN, COLOR_RED, OWN, A_BOLD, A_BOLD},
    [INK_MARKED] = {16, 180, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_REVERSE},
    [INK_DIE] = {16, 230, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_NORMAL},
    [INK_DIE_EDGE] = {180, 230, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_NORMAL},
    [INK_DIE_KEPT] = {16, 180, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_BOLD},
    [INK_DIE_KEPT_EDGE] = {137, 180, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_BOLD},
    [INK_DIE_BLACK] = {255, 239, COLOR_WHITE, COLOR_BLACK, A_NORMAL, A_REVERSE},
    [INK_DIE_BLACK_EDGE] = {247, 239, COLOR_WHITE, COLOR_BLACK, A_NORMAL, A_REVERSE},
    [INK_RED] = {160, OWN, COLOR_RED, OWN, A_BOLD, A_NORMAL},
    [INK_BLUE] = {32, OWN, COLOR_BLUE, OWN, A_BOLD, A_NORMAL},
    [INK_ORANGE] = {208, OWN, COLOR_YELLOW, OWN, A_BOLD, A_NORMAL},
    [INK_PAPER] = {236, 223, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_NORMAL},
    [INK_NIGHT] = {240, 16, COLOR_WHITE, COLOR_BLACK, A_NORMAL, A_DIM},
    [INK_SEAT] = {173, OWN, COLOR_YELLOW, OWN, A_BOLD, A_BOLD},
    [INK_SEAT + 1] = {73, OWN, COLOR_CYAN, OWN, A_BOLD, A_BOLD},
    [INK_SEAT + 2] = {107, OWN, COLOR_GREEN, OWN, A_BOLD, A_BOLD},
    [INK_SEAT + 3] = {139, OWN, COLOR_MAGENTA, OWN, A_BOLD, A_BOLD},
    [INK_SEAT + 4] = {167, OWN, COLOR_RED, OWN, A_BOLD, A_BOLD},
    [INK_SEAT + 5] = {68, OWN, COLOR_BLUE, OWN, A_BOLD, A_BOLD},
    [INK_SEAT + 6] = {179, OWN, COLOR_YELLOW, OWN, A_BOLD, A_BOLD},
    [INK_SEAT + 7] = {249, OWN, COLOR_WHITE, OWN, A_BOLD, A_BOLD},
};

static void mix_inks(void)
{
    start_color();
    use_default_colors();
    for (short i = 0; i < INKS; i++) {
        if (COLORS >= 256)
            init_pair((short)(i + 1), inks[i].ink, inks[i].paper);
        else
            init_pair((short)(i + 1), inks[i].ink8, inks[i].paper8);
    }
}

/* ---- the way back ---- */

static int remember_byte(int byte)
{
    if (screen.farewell_length < FAREWELL_MAX)
        screen.farewell[screen.farewell_length++] = (char)byte;
    return byte;
}

static void remember(const char *sequence)
{
    if (sequence && sequence != (const char *)-1)
        tputs(sequence, 1, remember_byte);
}

/* The bytes that ncurses itself would send at the end. */
static void prepare_farewell(void)
{
    static char mouse_off[] = "\033[?1000l\033[?1002l\033[?1006l";
    screen.farewell_length = 0;
    if (has_mouse())
        remember(mouse_off);
    remember(exit_attribute_mode);
    remember(orig_pair);
    remember(keypad_local);
    remember(cursor_normal);
    remember(exit_ca_mode);
}

/* Only what is allowed inside a signal handler; then the signal takes its default action. */
static void die_tidily(int number)
{
    int was = errno;
    if (screen.open) {
        ssize_t ignored = write(STDOUT_FILENO, screen.farewell, screen.farewell_length);
        (void)ignored;
        tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
    }
    errno = was;
    raise(number); /* SA_RESETHAND has removed the handler */
}

static void note_resize(int number)
{
    int was = errno;
    (void)number;
    ssize_t ignored = write(screen.wake[1], "", 1);
    (void)ignored;
    errno = was;
}

static void watch_signals(void)
{
    static const int deadly[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV,
                                 SIGABRT, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_handler = die_tidily,
                               .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        sigaction(deadly[i], &action, NULL);
    struct sigaction resize = {.sa_handler = note_resize, .sa_flags = SA_RESTART};
    sigaction(SIGWINCH, &resize, NULL);
}

static void forget_signals(void)
{
    static const int watched[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV,
                                  SIGABRT, SIGBUS, SIGFPE, SIGILL,  SIGWINCH};
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
        sigaction(watched[i], &action, NULL);
}

/* ---- opening and closing ---- */

bool screen_is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool screen_possible(void)
{
    const char *terminal = getenv("TERM");
    int found;
    if (!screen_is_terminal() || !terminal || !terminal[0])
        return false;
    if (screen.open)
        return true;
    if (setupterm(NULL, STDOUT_FILENO, &found) != OK)
        return false;
    bool capable = cursor_address && clear_screen;
    del_curterm(cur_term);
    return capable;
}

bool screen_locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0])
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
    }
    return false;
}

static bool open_wake(void)
{
    if (pipe(screen.wake) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(screen.wake[i], F_SETFL, O_NONBLOCK);
        fcntl(screen.wake[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void set_manners(void)
{
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_WAIT_MS);
    curs_set(0);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
}

bool screen_open(const screen_settings *settings)
{
    const char *refused = getenv("NO_COLOR");
    if (!screen_possible() || tcgetattr(STDIN_FILENO, &screen.before) != 0 || !open_wake())
        return false;
    screen.unicode = !settings->ascii && screen_locale_is_utf8();
    SCREEN *made = newterm(NULL, stdout, stdin);
    if (!made)
        return false;
    set_term(made);
    screen.colours = has_colors() && !settings->no_colour && !(refused && refused[0]);
    if (screen.colours)
        mix_inks();
    set_manners();
    prepare_farewell();
    screen.open = true;
    watch_signals();
    return true;
}

void screen_close(void)
{
    if (!screen.open)
        return;
    screen.open = false;
    endwin();
    forget_signals();
    for (int i = 0; i < 2; i++)
        close(screen.wake[i]);
}

int screen_rows(void)
{
    return LINES;
}

int screen_columns(void)
{
    return COLS;
}

bool screen_has_unicode(void)
{
    return screen.unicode;
}

/* ---- keys ---- */

static void follow_size(void)
{
    char bytes[64];
    struct winsize size;
    bool changed = false;
    while (read(screen.wake[0], bytes, sizeof bytes) > 0)
        changed = true;
    if (changed && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col) {
        resizeterm(size.ws_row, size.ws_col);
        clearok(curscr, TRUE);
    }
}

void screen_wait(int file, int timeout_ms)
{
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = screen.wake[0], .events = POLLIN},
                             {.fd = file, .events = POLLIN}};
    poll(files, 3, timeout_ms);
    if (files[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        raise(SIGHUP); /* the terminal has closed */
    follow_size();
}

static int key_of_click(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return SCREEN_NO_KEY;
    if (event.bstate & BUTTON4_PRESSED)
        return SCREEN_UP;
    if (event.bstate & BUTTON5_PRESSED)
        return SCREEN_DOWN;
    for (int i = screen.spot_count - 1; i >= 0; i--) {
        const spot *s = &screen.spots[i];
        if (event.y >= s->row && event.y < s->row + s->height && event.x >= s->column &&
            event.x < s->column + s->width)
            return s->key;
    }
    return SCREEN_NO_KEY;
}

static int key_of_code(wint_t code)
{
    switch (code) {
    case KEY_UP: return SCREEN_UP;
    case KEY_DOWN: return SCREEN_DOWN;
    case KEY_LEFT: return SCREEN_LEFT;
    case KEY_RIGHT: return SCREEN_RIGHT;
    case KEY_HOME: return SCREEN_HOME;
    case KEY_END: return SCREEN_END;
    case KEY_PPAGE: return SCREEN_PAGE_UP;
    case KEY_NPAGE: return SCREEN_PAGE_DOWN;
    case KEY_BACKSPACE: return SCREEN_ERASE;
    case KEY_DC: return SCREEN_DELETE;
    case KEY_ENTER: return SCREEN_ENTER;
    case KEY_MOUSE: return key_of_click();
    default: return SCREEN_NO_KEY;
    }
}

int screen_key(int64_t *at_ns)
{
    wint_t code;
    *at_ns = native_steady_ns();
    for (;;) {
        int kind = get_wch(&code);
        if (kind == ERR)
            return SCREEN_NO_KEY;
        int key = kind == KEY_CODE_YES ? key_of_code(code) : (int)code;
        if (key == '\r')
            key = SCREEN_ENTER;
        if (key == 127 || key == '\b')
            key = SCREEN_ERASE;
        if (key != SCREEN_NO_KEY)
            return key;
    }
}

/* ---- frames ---- */

void screen_begin(void)
{
    erase();
    screen.spot_count = 0;
    screen.cursor_row = -1;
}

int64_t screen_show(void)
{
    curs_set(screen.cursor_row >= 0);
    if (screen.cursor_row >= 0)
        move(screen.cursor_row, screen.cursor_column);
    wnoutrefresh(stdscr);
    doupdate();
    return native_steady_ns();
}

void screen_put(int row, int column, ink with, const wchar_t *text, int length)
{
    attr_t attributes = screen.colours ? inks[with].also : inks[with].without;
    short pair = (short)(screen.colours ? with + 1 : 0);
    attr_set(attributes, pair, NULL);
    mvaddnwstr(row, column, text, length);
    attr_set(A_NORMAL, 0, NULL);
}

void screen_spot(int row, int column, int height, int width, int key)
{
    if (screen.spot_count < SPOTS_MAX)
        screen.spots[screen.spot_count++] = (spot){row, column, height, width, key};
}

void screen_cursor(int row, int column)
{
    screen.cursor_row = row;
    screen.cursor_column = column;
}
