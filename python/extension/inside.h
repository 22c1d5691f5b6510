/* inside.h: what the files of the extension share. The classes of the package (knobel/) stand on
 * the types here; they have the texts and the defaults. Only what Python promises to keep from 3.9
 * on is used. */
#ifndef KNOBEL_PYTHON_INSIDE_H
#define KNOBEL_PYTHON_INSIDE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include "library/knobel.h"
#include <Python.h>

typedef struct {
    PyObject ob_base;
    knobel_position *position;
} position_object;

typedef struct {
    PyObject ob_base;
    knobel_solution *solution;
} solution_object;

/* The types; made when the module is loaded. */
extern PyTypeObject *position_type, *solution_type;
bool add_positions(PyObject *module);
bool add_tables(PyObject *module);
bool add_bots(PyObject *module);
bool add_batches(PyObject *module);

/* Makes a type and adds it under its name; NULL with an exception. */
typedef struct {
    const char *name; /* with its module; it stays in use */
    int size;         /* of an object */
    newfunc create;
    destructor release;
    PyMethodDef *methods;
} class_plan;
PyTypeObject *add_type(PyObject *module, const class_plan *plan);

/* An empty object of a type that may be a subclass. */
void *new_object(PyTypeObject *type);

/* The end of every tp_dealloc. */
void free_object(PyObject *self);

/* Raises Refused for an answer; always NULL. */
PyObject *refuse(knobel_answer answer);

/* None, or the exception for the answer. */
PyObject *answered(knobel_answer answer);

/* A writer of texts, as knobel.h has many; see text_of. */
typedef knobel_answer (*text_writer)(const void *thing, char *out, size_t size, size_t *length);

/* The text that a writer writes, in a buffer as large as it needs to be. */
PyObject *text_of(text_writer write, const void *thing, size_t first_size);

/* Whole numbers for PyArg_ParseTuple's `O&`: uint64_t. */
int read_u64(PyObject *object, void *out);

/* The memory of a NumPy array that has `count` elements of this type, such as `i4`, in one piece;
 * NULL with an exception. It stays valid as long as the array lives and is not resized. */
void *array_memory(PyObject *array, const char *type, size_t count, bool writable);

/* A set of actors as a tuple of numbers. */
PyObject *actors_tuple(knobel_actors actors);

/* A private copy of a position, for work without the interpreter's lock. */
knobel_position *copy_position(PyObject *given);

/* What the machine lends to a solver, bot or review that runs without the interpreter's lock. */
typedef struct {
    PyThreadState *saved;
    PyObject *progress; /* to be called with a number from 0 to 1, or NULL */
    volatile bool stop; /* somebody pressed Ctrl-C, or `progress` has failed: an exception is set */
    int threads;
} errand;

/* From here on, until errand_end, this thread runs the errand and holds no lock. */
knobel_machine errand_begin(errand *e, int64_t budget_ms);
void errand_end(errand *e);

#endif
