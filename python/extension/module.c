/* module.c: the module, and what its files share. See inside.h. */
#include "python/extension/inside.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static PyObject *refused;

/* ---- objects ---- */

PyTypeObject *add_type(PyObject *module, const class_plan *plan)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)(uintptr_t)plan->create},
                           {Py_tp_dealloc, (void *)(uintptr_t)plan->release},
                           {Py_tp_methods, plan->methods},
                           {0, NULL}};
    PyType_Spec spec = {.name = plan->name,
                        .basicsize = plan->size,
                        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                        .slots = slots};
    PyObject *type = PyType_FromSpec(&spec);
    if (!type)
        return NULL;
    Py_INCREF(type); /* one for the module, one for us */
    if (PyModule_AddObject(module, strrchr(plan->name, '.') + 1, type) < 0) {
        Py_DECREF(type);
        Py_DECREF(type);
        return NULL;
    }
    return (PyTypeObject *)type;
}

void *new_object(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* ---- answers ---- */

static bool set_attribute(PyObject *object, const char *name, PyObject *value)
{
    bool done = value && PyObject_SetAttrString(object, name, value) == 0;
    Py_XDECREF(value);
    return done;
}

PyObject *refuse(knobel_answer answer)
{
    if (answer == KNOBEL_NO_MEMORY)
        return PyErr_NoMemory();
    PyObject *reason = PyObject_CallFunction(refused, "s", knobel_answer_text(answer));
    if (reason && set_attribute(reason, "answer", PyLong_FromLong(answer)) &&
        set_attribute(reason, "key", PyUnicode_FromString(knobel_answer_key(answer))))
        PyErr_SetObject(refused, reason);
    Py_XDECREF(reason);
    return NULL;
}

PyObject *answered(knobel_answer answer)
{
    if (answer)
        return refuse(answer);
    Py_RETURN_NONE;
}

PyObject *text_of(text_writer write, const void *thing, size_t size)
{
    for (;;) {
        size_t length = 0;
        char *buffer = PyMem_Malloc(size);
        if (!buffer)
            return PyErr_NoMemory();
        knobel_answer answer = write(thing, buffer, size, &length);
        PyObject *text = answer ? NULL : PyUnicode_FromStringAndSize(buffer, (Py_ssize_t)length);
        PyMem_Free(buffer);
        if (answer == KNOBEL_TOO_SMALL && length >= size) {
            size = length + 1;
            continue;
        }
        return answer ? refuse(answer) : text;
    }
}

PyObject *actors_tuple(knobel_actors actors)
{
    PyObject *tuple = PyTuple_New(__builtin_popcount(actors));
    Py_ssize_t place = 0;
    for (unsigned rest = actors; tuple && rest; rest &= rest - 1) {
        PyObject *number = PyLong_FromLong(__builtin_ctz(rest));
        if (!number || PyTuple_SetItem(tuple, place++, number) < 0) {
            Py_DECREF(tuple);
            return NULL;
        }
    }
    return tuple;
}

int read_u64(PyObject *object, void *out)
{
    unsigned long long value = PyLong_AsUnsignedLongLong(object);
    if (value == (unsigned long long)-1 && PyErr_Occurred())
        return 0;
    *(uint64_t *)out = value;
    return 1;
}

/* ---- arrays ---- */

/* Is it `|i1` or `<i4`, as its own machine writes it? A byte that is 0 or 1 may be called a bool.
 */
static bool same_type(const char *given, const char *wanted)
{
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    if (strlen(given) != 3 || (given[0] != '|' && given[0] != order))
        return false;
    return strcmp(given + 1, wanted) == 0 ||
           (strcmp(given + 1, "b1") == 0 && strcmp(wanted, "u1") == 0);
}

/* How many elements, as a tuple of lengths says. */
static Py_ssize_t elements(PyObject *shape)
{
    Py_ssize_t count = 1, dimensions = PyTuple_Check(shape) ? PyTuple_Size(shape) : -1;
    if (dimensions < 0)
        return -1;
    for (Py_ssize_t i = 0; i < dimensions; i++) {
        Py_ssize_t length = PyLong_AsSsize_t(PyTuple_GetItem(shape, i));
        if (length < 0 || __builtin_mul_overflow(count, length, &count))
            return -1;
    }
    return count;
}

/* The array as NumPy's array interface describes it, version 3: the members are borrowed. */
static bool look_at(PyObject *interface, const char **type, PyObject **shape, PyObject **strides,
                    void **memory, int *locked)
{
    if (!PyDict_Check(interface))
        return false;
    PyObject *text = PyDict_GetItemString(interface, "typestr");
    PyObject *data = PyDict_GetItemString(interface, "data");
    *shape = PyDict_GetItemString(interface, "shape");
    *strides = PyDict_GetItemString(interface, "strides");
    if (!text || !*shape || !data || !PyTuple_Check(data) || PyTuple_Size(data) != 2)
        return false;
    if (!PyArg_Parse(text, "s", type))
        return false;
    *memory = PyLong_AsVoidPtr(PyTuple_GetItem(data, 0));
    *locked = PyObject_IsTrue(PyTuple_GetItem(data, 1));
    return *locked >= 0 && !PyErr_Occurred();
}

/* What is wrong with the array; NULL: nothing. */
static const char *complaint(PyObject *interface, const char *wanted, size_t count, bool writable,
                             void **memory)
{
    const char *type;
    PyObject *shape, *strides;
    int locked;
    if (!look_at(interface, &type, &shape, &strides, memory, &locked))
        return "is no NumPy array";
    if (!same_type(type, wanted))
        return "has another type of elements";
    if (elements(shape) != (Py_ssize_t)count)
        return "has another number of elements";
    if (strides && strides != Py_None)
        return "is not in one piece";
    if (writable && locked)
        return "is read-only";
    size_t size = (size_t)(wanted[1] - '0');
    if ((uintptr_t)*memory % size != 0)
        return "is not aligned";
    return NULL;
}

void *array_memory(PyObject *array, const char *type, size_t count, bool writable)
{
    void *memory = NULL;
    PyObject *interface = PyObject_GetAttrString(array, "__array_interface__");
    const char *wrong = "is no NumPy array";
    if (interface) {
        wrong = complaint(interface, type, count, writable, &memory);
        Py_DECREF(interface);
    }
    if (!wrong)
        return memory;
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "the array %s; it takes %zu of %s", wrong, count, type);
    return NULL;
}

/* ---- errands ---- */

static _Thread_local errand *running;

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Progress: a chance to hear of Ctrl-C. Only the thread that began the errand is told. */
static void learnt(double part)
{
    errand *e = running;
    if (!e || e->stop)
        return;
    PyEval_RestoreThread(e->saved);
    if (PyErr_CheckSignals() < 0) {
        e->stop = true;
    } else if (e->progress) {
        PyObject *said = PyObject_CallFunction(e->progress, "d", part);
        e->stop = !said;
        Py_XDECREF(said);
    }
    e->saved = PyEval_SaveThread();
}

typedef struct {
    void (*part)(void *job, int part);
    void *job;
    int parts;
    atomic_int next;
} work;

static void *take_parts(void *given)
{
    work *w = given;
    for (int part; (part = atomic_fetch_add(&w->next, 1)) < w->parts;)
        w->part(w->job, part);
    return NULL;
}

enum { THREADS_MAX = 64 };

static void spread(void (*part)(void *job, int part), void *job, int parts)
{
    pthread_t thread[THREADS_MAX];
    work w = {part, job, parts, 0};
    int count = running ? running->threads : 1, started = 0;
    if (count > parts)
        count = parts;
    /* If a thread cannot be started, the others do its share. */
    while (started + 1 < count && pthread_create(&thread[started], NULL, take_parts, &w) == 0)
        started++;
    take_parts(&w);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

knobel_machine errand_begin(errand *e, int64_t budget_ms)
{
    e->stop = false;
    e->threads = e->threads < 1 ? 1 : e->threads > THREADS_MAX ? THREADS_MAX : e->threads;
    running = e;
    e->saved = PyEval_SaveThread();
    return (knobel_machine){.size = sizeof(knobel_machine),
                            .now_ns = now_ns,
                            .spread = e->threads > 1 ? spread : NULL,
                            .cores = e->threads,
                            .budget_ms = budget_ms,
                            .learnt = learnt};
}

void errand_end(errand *e)
{
    PyEval_RestoreThread(e->saved);
    running = NULL;
}

/* ---- the module ---- */

/* A game by its key; NULL with an exception. */
static const knobel_game *find(PyObject *given)
{
    const char *key;
    if (!PyArg_Parse(given, "s", &key))
        return NULL;
    const knobel_game *game = knobel_find_game(key);
    if (!game)
        refuse(KNOBEL_NO_SUCH_GAME);
    return game;
}

static PyObject *game_keys(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    PyObject *keys = PyList_New(0);
    for (size_t i = 0; keys && knobel_game_at(i); i++) {
        PyObject *key = PyUnicode_FromString(knobel_game_key(knobel_game_at(i)));
        if (!key || PyList_Append(keys, key) < 0)
            Py_CLEAR(keys);
        Py_XDECREF(key);
    }
    return keys;
}

static PyObject *game_facts(PyObject *module, PyObject *key)
{
    (void)module;
    const knobel_game *game = find(key);
    return game ? Py_BuildValue("iiiN", knobel_game_version(game), knobel_game_seats_min(game),
                                knobel_game_seats_max(game),
                                PyBool_FromLong(knobel_game_fewest_win(game)))
                : NULL;
}

static knobel_answer describe_game(const void *game, char *out, size_t size, size_t *length)
{
    return knobel_game_describe(game, out, size, length);
}

static PyObject *game_description(PyObject *module, PyObject *key)
{
    (void)module;
    const knobel_game *game = find(key);
    return game ? text_of(describe_game, game, KNOBEL_DESCRIBE_MAX) : NULL;
}

static PyObject *game_fingerprint(PyObject *module, PyObject *args)
{
    PyObject *key;
    uint64_t seed, fingerprint = 0;
    int matches;
    (void)module;
    if (!PyArg_ParseTuple(args, "UO&i", &key, read_u64, &seed, &matches))
        return NULL;
    const knobel_game *game = find(key);
    if (!game)
        return NULL;
    PyThreadState *saved = PyEval_SaveThread();
    knobel_answer answer = knobel_game_fingerprint(game, seed, matches, &fingerprint);
    PyEval_RestoreThread(saved);
    return answer ? refuse(answer) : PyLong_FromUnsignedLongLong(fingerprint);
}

static PyMethodDef functions[] = {
    {"game_keys", game_keys, METH_NOARGS, NULL},
    {"game_facts", game_facts, METH_O, NULL},
    {"game_description", game_description, METH_O, NULL},
    {"game_fingerprint", game_fingerprint, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "knobel._knobel",
    .m_doc = "The types on which the classes of the package knobel stand.",
    .m_size = -1,
    .m_methods = functions,
};

static bool add_refused(PyObject *module)
{
    refused = PyErr_NewExceptionWithDoc(
        "knobel.Refused",
        "The library has refused something; nothing has changed.\n\n"
        "`key` is the reason as a word, such as `not_due`; `answer` is its number.",
        PyExc_ValueError, NULL);
    if (!refused)
        return false;
    Py_INCREF(refused);
    return PyModule_AddObject(module, "Refused", refused) == 0 &&
           PyModule_AddStringConstant(module, "version", knobel_version()) == 0;
}

PyMODINIT_FUNC PyInit__knobel(void);

PyMODINIT_FUNC PyInit__knobel(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && add_refused(module) && add_positions(module) && add_tables(module) &&
        add_bots(module) && add_batches(module))
        return module;
    Py_XDECREF(module);
    return NULL;
}
