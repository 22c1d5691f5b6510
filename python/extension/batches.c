/* batches.c: many matches at once, over the caller's NumPy arrays. The classes of the package have
 * the texts. Stepping holds no lock of the interpreter: threads may step ranges that do not
 * overlap, and those that would are refused. */
#include "python/extension/inside.h"

#include <stddef.h>
#include <string.h>

enum { ARRAYS = 10, RANGES_MAX = 256 };

typedef struct {
    size_t from, to;
} range;

typedef struct {
    PyObject ob_base;
    knobel_batch *batch;
    knobel_shape shape;
    size_t tables;
    knobel_batch_arrays arrays;
    PyObject
        *held[ARRAYS]; /* the arrays, and below views on them that keep them from being resized */
    PyObject *viewed[ARRAYS];
    range busy[RANGES_MAX]; /* that threads work on now */
    int busy_count;
} batch_object;

/* What each array is: its name, its type, how many elements a table has, and where its address
 * goes. */
typedef enum { ONE, WORDS, OBSERVED, SEATS } width;
static const struct {
    const char *name, *type;
    width width;
    bool in;
    size_t place;
} kinds[ARRAYS] = {
    {"actions", "i4", ONE, true, offsetof(knobel_batch_arrays, actions)},
    {"reaction_ms", "i2", ONE, true, offsetof(knobel_batch_arrays, reaction_ms)},
    {"due", "i1", ONE, false, offsetof(knobel_batch_arrays, due)},
    {"masks", "u8", WORDS, false, offsetof(knobel_batch_arrays, masks)},
    {"observations", "i2", OBSERVED, false, offsetof(knobel_batch_arrays, observations)},
    {"rewards", "f4", SEATS, false, offsetof(knobel_batch_arrays, rewards)},
    {"done", "u1", ONE, false, offsetof(knobel_batch_arrays, done)},
    {"scores", "i4", SEATS, false, offsetof(knobel_batch_arrays, scores)},
    {"winners", "u1", ONE, false, offsetof(knobel_batch_arrays, winners)},
    {"answers", "u1", ONE, false, offsetof(knobel_batch_arrays, answers)},
};

static batch_object *of(PyObject *self)
{
    return (batch_object *)self;
}

static size_t elements(const batch_object *b, width of_one)
{
    switch (of_one) {
    case WORDS: return b->tables * (size_t)b->shape.mask_words;
    case OBSERVED: return b->tables * (size_t)b->shape.observed;
    case SEATS: return b->tables * (size_t)b->shape.seats;
    default: return b->tables;
    }
}

/* (start, tables, seed, given_dice, points) */
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    knobel_batch_plan plan = {.size = sizeof plan};
    Py_ssize_t tables;
    int given_dice, points;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "snO&pp", &plan.start, &tables, read_u64, &plan.seed, &given_dice,
                          &points))
        return NULL;
    if (tables < 1)
        return refuse(KNOBEL_BAD_ARGUMENT);
    plan.tables = (size_t)tables;
    plan.given_dice = given_dice;
    plan.reward = points ? KNOBEL_REWARD_POINTS : KNOBEL_REWARD_WINS;
    batch_object *self = new_object(type);
    if (!self)
        return NULL;
    knobel_answer answer = knobel_batch_open(&plan, &self->batch);
    if (answer) {
        Py_DECREF((PyObject *)self);
        return refuse(answer);
    }
    self->tables = plan.tables;
    self->arrays.size = sizeof self->arrays;
    knobel_batch_shape(self->batch, &self->shape);
    return (PyObject *)self;
}

static void release(PyObject *self)
{
    knobel_batch_free(of(self)->batch);
    for (int i = 0; i < ARRAYS; i++) {
        Py_XDECREF(of(self)->viewed[i]);
        Py_XDECREF(of(self)->held[i]);
    }
    free_object(self);
}

static PyObject *shape(PyObject *self, PyObject *nothing)
{
    const knobel_shape *s = &of(self)->shape;
    (void)nothing;
    return Py_BuildValue("iiiiiii", s->version, s->seats, s->actions, s->chances, s->mask_words,
                         s->observed, s->still);
}

/* ---- arrays ---- */

static void hold(batch_object *b, int kind, PyObject *array, PyObject *viewed, void *memory)
{
    PyObject *old = b->held[kind], *old_view = b->viewed[kind];
    memcpy((char *)&b->arrays + kinds[kind].place, &memory, sizeof memory);
    b->held[kind] = array;
    b->viewed[kind] = viewed;
    Py_XDECREF(old_view);
    Py_XDECREF(old);
}

/* (name, array or None): from now on the batch works on this array. */
static PyObject *bind(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *array;
    int kind = 0;
    batch_object *b = of(self);
    if (!PyArg_ParseTuple(args, "sO", &name, &array))
        return NULL;
    while (kind < ARRAYS && strcmp(kinds[kind].name, name) != 0)
        kind++;
    if (kind == ARRAYS)
        return PyErr_Format(PyExc_ValueError, "there is no array %s", name);
    if (b->busy_count > 0)
        return PyErr_Format(PyExc_RuntimeError, "another thread works on these tables");
    if (array == Py_None) {
        hold(b, kind, NULL, NULL, NULL);
        Py_RETURN_NONE;
    }
    void *memory =
        array_memory(array, kinds[kind].type, elements(b, kinds[kind].width), !kinds[kind].in);
    PyObject *viewed = memory ? PyMemoryView_FromObject(array) : NULL;
    if (!viewed)
        return NULL;
    Py_INCREF(array);
    hold(b, kind, array, viewed, memory);
    Py_RETURN_NONE;
}

static PyObject *bound(PyObject *self, PyObject *args)
{
    const char *name;
    if (!PyArg_ParseTuple(args, "s", &name))
        return NULL;
    for (int i = 0; i < ARRAYS; i++)
        if (strcmp(kinds[i].name, name) == 0 && of(self)->held[i]) {
            Py_INCREF(of(self)->held[i]);
            return of(self)->held[i];
        }
    Py_RETURN_NONE;
}

/* ---- ranges ---- */

/* Takes a range for this thread; false with an exception. */
static bool take(batch_object *b, Py_ssize_t from, Py_ssize_t to)
{
    if (from < 0 || from > to || (size_t)to > b->tables) {
        PyErr_SetString(PyExc_IndexError, "there are no such tables");
        return false;
    }
    for (int i = 0; i < b->busy_count; i++)
        if ((size_t)from < b->busy[i].to && b->busy[i].from < (size_t)to) {
            PyErr_SetString(PyExc_RuntimeError, "another thread works on these tables");
            return false;
        }
    if (b->busy_count == RANGES_MAX) {
        PyErr_SetString(PyExc_RuntimeError, "too many threads work on this batch");
        return false;
    }
    b->busy[b->busy_count++] = (range){(size_t)from, (size_t)to};
    return true;
}

static void give_back(batch_object *b, Py_ssize_t from, Py_ssize_t to)
{
    for (int i = 0; i < b->busy_count; i++)
        if (b->busy[i].from == (size_t)from && b->busy[i].to == (size_t)to) {
            b->busy[i] = b->busy[--b->busy_count];
            return;
        }
}

typedef knobel_answer (*stepper)(knobel_batch *batch, const knobel_batch_arrays *arrays,
                                 size_t from, size_t to);

static PyObject *work(PyObject *self, PyObject *args, stepper do_it)
{
    Py_ssize_t from, to;
    batch_object *b = of(self);
    if (!PyArg_ParseTuple(args, "nn", &from, &to) || !take(b, from, to))
        return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    knobel_answer answer = do_it(b->batch, &b->arrays, (size_t)from, (size_t)to);
    PyEval_RestoreThread(saved);
    give_back(b, from, to);
    return answered(answer);
}

static PyObject *reset(PyObject *self, PyObject *args)
{
    return work(self, args, knobel_batch_reset);
}

static PyObject *step(PyObject *self, PyObject *args)
{
    return work(self, args, knobel_batch_step);
}

/* ---- masks ---- */

/* A number from a seed and a place, well mixed (SplitMix64). */
static uint64_t mixed(uint64_t seed, uint64_t place)
{
    uint64_t x = seed + (place + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Bit number `place` among those that are set, or -1. */
static int32_t nth_bit(const uint64_t *mask, int words, uint32_t place)
{
    for (int word = 0; word < words; word++) {
        uint32_t here = (uint32_t)__builtin_popcountll(mask[word]);
        if (place < here) {
            uint64_t rest = mask[word];
            while (place-- > 0)
                rest &= rest - 1;
            return 64 * word + __builtin_ctzll(rest);
        }
        place -= here;
    }
    return -1;
}

static int32_t pick(const uint64_t *mask, int words, uint64_t random)
{
    uint32_t count = 0;
    for (int word = 0; word < words; word++)
        count += (uint32_t)__builtin_popcountll(mask[word]);
    return nth_bit(mask, words, (uint32_t)((random >> 32) * count >> 32));
}

/* (from, to, seed): a legal action for each table, each equally likely, into `actions`. */
static PyObject *choose_random(PyObject *self, PyObject *args)
{
    Py_ssize_t from, to;
    uint64_t seed;
    batch_object *b = of(self);
    if (!PyArg_ParseTuple(args, "nnO&", &from, &to, read_u64, &seed))
        return NULL;
    int32_t *actions = b->held[0] ? array_memory(b->held[0], "i4", b->tables, true) : NULL;
    if (!actions || !b->arrays.masks)
        return PyErr_Occurred() ? NULL : refuse(KNOBEL_BAD_ARGUMENT);
    if (!take(b, from, to))
        return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    for (Py_ssize_t i = from; i < to; i++)
        actions[i] = pick(b->arrays.masks + i * b->shape.mask_words, b->shape.mask_words,
                          mixed(seed, (uint64_t)i));
    PyEval_RestoreThread(saved);
    give_back(b, from, to);
    Py_RETURN_NONE;
}

/* (array): the masks as one byte for each action of each table. */
static PyObject *unpack(PyObject *self, PyObject *array)
{
    batch_object *b = of(self);
    int most = b->shape.actions > b->shape.chances ? b->shape.actions : b->shape.chances;
    size_t actions = (size_t)most;
    uint8_t *out = array_memory(array, "u1", b->tables * actions, true);
    if (!out || !b->arrays.masks)
        return PyErr_Occurred() ? NULL : refuse(KNOBEL_BAD_ARGUMENT);
    if (!take(b, 0, (Py_ssize_t)b->tables))
        return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    for (size_t i = 0; i < b->tables; i++) {
        const uint64_t *mask = b->arrays.masks + i * (size_t)b->shape.mask_words;
        for (size_t a = 0; a < actions; a++)
            out[i * actions + a] = mask[a / 64] >> a % 64 & 1;
    }
    PyEval_RestoreThread(saved);
    give_back(b, 0, (Py_ssize_t)b->tables);
    Py_RETURN_NONE;
}

/* ---- one table ---- */

static PyObject *weights(PyObject *self, PyObject *args)
{
    Py_ssize_t number;
    PyObject *array;
    batch_object *b = of(self);
    if (!PyArg_ParseTuple(args, "nO", &number, &array))
        return NULL;
    size_t chances = (size_t)b->shape.chances;
    uint32_t *out = array_memory(array, "u4", chances, true);
    if (!out || !take(b, number, number + 1))
        return NULL;
    knobel_answer answer = knobel_batch_weights(b->batch, (size_t)number, out, chances);
    give_back(b, number, number + 1);
    return answered(answer);
}

/* (table, who, position) */
static PyObject *view(PyObject *self, PyObject *args)
{
    Py_ssize_t number;
    int who;
    PyObject *into;
    batch_object *b = of(self);
    if (!PyArg_ParseTuple(args, "niO!", &number, &who, position_type, &into) ||
        !take(b, number, number + 1))
        return NULL;
    knobel_answer answer =
        knobel_batch_view(b->batch, (size_t)number, who, ((position_object *)into)->position);
    give_back(b, number, number + 1);
    return answered(answer);
}

static PyMethodDef methods[] = {
    {"_shape", shape, METH_NOARGS, NULL},  {"_bind", bind, METH_VARARGS, NULL},
    {"_bound", bound, METH_VARARGS, NULL}, {"_reset", reset, METH_VARARGS, NULL},
    {"_step", step, METH_VARARGS, NULL},   {"_choose_random", choose_random, METH_VARARGS, NULL},
    {"_unpack", unpack, METH_O, NULL},     {"_weights", weights, METH_VARARGS, NULL},
    {"_view", view, METH_VARARGS, NULL},   {NULL, NULL, 0, NULL},
};

static const class_plan plan = {
    .name = "knobel._knobel.Batch",
    .size = sizeof(batch_object),
    .create = create,
    .release = release,
    .methods = methods,
};

bool add_batches(PyObject *module)
{
    return add_type(module, &plan) != NULL;
}
