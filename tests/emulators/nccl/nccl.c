/* A stand-in for libnccl.so.2: see README.md, which names the public source of each rule.
 *
 * Ranks are processes. What one gives to others goes through files of a folder, each of which takes its name once it is complete:
 * join.RANK, left.RANK, c.NUMBER.RANK (a collective), p.FROM.TO.NUMBER (a message). "Device memory" is memory of this process, and
 * streams are the tester's: it is given each operation as a function that is called again until it returns 1.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

typedef enum { Success, UnhandledCudaError, SystemError, InternalError, InvalidArgument, InvalidUsage, RemoteError, InProgress } Result;
typedef struct { char internal[128]; } UniqueId;
typedef struct { size_t size; unsigned magic, version; int blocking; } Config;

/* What the tester supplies. `check`: whether so many bytes are memory of a device; `device_of`: that of a stream, -1 for none. */
typedef struct {
    int (*enqueue)(uint64_t stream, int (*step)(void *), void *operation);
    int (*check)(uint64_t address, uint64_t nbytes, int device);
    int (*device_of)(uint64_t stream);
    int (*current)(void);
    void (*identify)(int device, char *gpu);
} Hooks;

enum { GPU_BYTES = 16, MOST_RANKS = 64, MOST_PARTS = 256, LOG = 1 << 16, MAGIC = 0x2af1cc1e, VERSION = 23203 };
typedef enum { ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER, BROADCAST, SEND, RECV } Kind;
static const char *const NAMES[] = {"ncclAllReduce", "ncclReduceScatter", "ncclAllGather", "ncclBroadcast", "ncclSend", "ncclRecv"};
static const size_t WIDTH[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};

typedef struct { Kind kind; const char *source; char *dest; uint64_t count; int type, op, peer, done; uint64_t number; } Part;
typedef struct { uint32_t kind, type, op, peer; uint64_t count; } Header;
struct Comm;
typedef struct Operation {
    struct Comm *comm;
    uint64_t stream, number;
    int parts, begun, ordinal;
    Part part[MOST_PARTS];
    struct Operation *next;
} Operation;
typedef struct Comm {
    unsigned magic;
    char folder[100];
    int count, rank, device, blocking, joined, left, under_way, polls, operations;
    Result state;
    uint64_t number, sent[MOST_RANKS], received[MOST_RANKS];
    Operation *pending; /* issued, and not yet in a stream */
    struct Comm *next;
} Comm;

static Hooks hooks;
static Comm *comms;
static int depth;
static Operation *group;
static char last[512], faults[LOG], calls[LOG];

static void add(char *log, const char *format, ...) {
    size_t at = strlen(log);
    va_list arguments;
    va_start(arguments, format);
    if (at < LOG - 1) vsnprintf(log + at, LOG - at, format, arguments);
    va_end(arguments);
}

static Result fail(Result code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last, sizeof last, format, arguments);
    va_end(arguments);
    return code;
}

/* ---- for the tester */

void standin_install(const Hooks *given) { hooks = *given; }
const char *standin_faults(void) { return faults; }
const char *standin_calls(void) { return calls; }
int standin_open(void) {
    int found = 0;
    for (Comm *c = comms; c; c = c->next) found += c->magic == MAGIC;
    return found;
}

/* NCCL_STANDIN_FAIL=RANK:NUMBER:CODE: the operation of this number of a rank, from 1, fails so; 0 is its joining. */
static Result injected(const Comm *c, int number) {
    int rank, at, code;
    const char *text = getenv("NCCL_STANDIN_FAIL");
    if (!text || sscanf(text, "%d:%d:%d", &rank, &at, &code) != 3 || rank != c->rank || at != number) return Success;
    return fail((Result)code, "injected");
}

/* ---- files */

static void name_of(char *path, const Comm *c, const char *format, ...) {
    va_list arguments;
    int at = sprintf(path, "%s/", c->folder);
    va_start(arguments, format);
    vsnprintf(path + at, 156, format, arguments);
    va_end(arguments);
}

static int write_file(const char *path, const void *head, size_t head_bytes, const void *data, size_t nbytes) {
    char hidden[280];
    snprintf(hidden, sizeof hidden, "%s.%d", path, (int)getpid());
    FILE *file = fopen(hidden, "wb");
    if (!file) return 0;
    int good = fwrite(head, 1, head_bytes, file) == head_bytes && fwrite(data, 1, nbytes, file) == nbytes;
    return fclose(file) == 0 && good && rename(hidden, path) == 0;
}

/* The bytes behind the head; NULL if there is no such file. */
static char *read_file(const char *path, void *head, size_t head_bytes, size_t *nbytes) {
    struct stat found;
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    if (fstat(fileno(file), &found) || fread(head, 1, head_bytes, file) != head_bytes) { fclose(file); return NULL; }
    *nbytes = (size_t)found.st_size - head_bytes;
    char *data = malloc(*nbytes + 1);
    size_t got = fread(data, 1, *nbytes, file);
    fclose(file);
    if (got == *nbytes) return data;
    free(data);
    return NULL;
}

/* ---- arithmetic */

static float of_bfloat16(uint16_t bits) { uint32_t wide = (uint32_t)bits << 16; float f; memcpy(&f, &wide, 4); return f; }
static uint16_t to_bfloat16(float f) {
    uint32_t bits;
    memcpy(&bits, &f, 4);
    if (f != f) return 0x7fc0;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16); /* to nearest, ties to even */
}

#define OF(op, x, y) (op == 0 ? x + y : op == 1 ? x * y : op == 2 ? (x > y ? x : y) : (x < y ? x : y))
#define REDUCE(T)                                                                    \
    do {                                                                             \
        T *a = into;                                                                 \
        const T *b = from;                                                           \
        for (uint64_t i = 0; i < count; i++) a[i] = (T)OF(op, a[i], b[i]);           \
    } while (0)

static void reduce(void *into, const void *from, uint64_t count, int type, int op) {
    int is_order = op >= 2; /* sums and products of signed integers wrap, as those of unsigned ones */
    if (type == 0 && is_order) REDUCE(int8_t);
    else if (type == 0 || type == 1) REDUCE(uint8_t);
    else if (type == 2 && is_order) REDUCE(int32_t);
    else if (type == 2 || type == 3) REDUCE(uint32_t);
    else if (type == 4 && is_order) REDUCE(int64_t);
    else if (type == 4 || type == 5) REDUCE(uint64_t);
    else if (type == 6) REDUCE(_Float16);
    else if (type == 7) REDUCE(float);
    else if (type == 8) REDUCE(double);
    else
        for (uint64_t i = 0; i < count; i++) {
            float x = of_bfloat16(((uint16_t *)into)[i]), y = of_bfloat16(((const uint16_t *)from)[i]);
            ((uint16_t *)into)[i] = to_bfloat16(OF(op, x, y));
        }
}

/* ---- operations in a stream */

static uint64_t source_bytes(const Part *p, const Comm *c) {
    uint64_t n = p->count * WIDTH[p->type];
    return p->kind == RECV || (p->kind == BROADCAST && p->peer != c->rank) ? 0 : p->kind == REDUCE_SCATTER ? n * c->count : n;
}

static uint64_t dest_bytes(const Part *p, const Comm *c) {
    uint64_t n = p->count * WIDTH[p->type];
    return p->kind == SEND ? 0 : p->kind == ALL_GATHER ? n * c->count : n;
}

static int is_memory(const Part *p, const Comm *c) {
    uint64_t from = source_bytes(p, c), to = dest_bytes(p, c);
    return (!from || hooks.check((uint64_t)p->source, from, c->device)) && (!to || hooks.check((uint64_t)p->dest, to, c->device));
}

static int broken(Comm *c, Result code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last, sizeof last, format, arguments);
    va_end(arguments);
    c->state = code;
    return 0;
}

static void finish_collective(Comm *c, const Part *p, int from, const char *data, size_t nbytes) {
    uint64_t n = p->count * WIDTH[p->type];
    if (p->kind == ALL_GATHER) memcpy(p->dest + from * n, data, n);
    else if (p->kind == BROADCAST) { if (from == p->peer) memcpy(p->dest, data, nbytes); }
    else {
        if (p->kind == REDUCE_SCATTER) data += c->rank * n;
        if (from == 0) memcpy(p->dest, data, n);
        else reduce(p->dest, data, p->count, p->type, p->op);
    }
}

static int step_collective(Comm *c, Operation *o) {
    Part *p = &o->part[0];
    char path[300];
    Header own = {p->kind, p->type, p->op, p->peer, p->count}, other;
    if (!o->begun) {
        name_of(path, c, "c.%llu.%d", (unsigned long long)o->number, c->rank);
        if (!write_file(path, &own, sizeof own, p->source, source_bytes(p, c))) return broken(c, SystemError, "cannot write %s", path);
        o->begun = 1;
    }
    for (int k = 0; k < c->count; k++) {
        name_of(path, c, "c.%llu.%d", (unsigned long long)o->number, k);
        if (access(path, F_OK)) return 0;
    }
    for (int k = 0; k < c->count; k++) {
        size_t nbytes;
        name_of(path, c, "c.%llu.%d", (unsigned long long)o->number, k);
        char *data = read_file(path, &other, sizeof other, &nbytes);
        if (!data) return broken(c, SystemError, "cannot read %s", path);
        if (memcmp(&own, &other, sizeof own)) {
            free(data);
            return broken(c, InvalidUsage, "operation %llu is %s of %llu (type %d, op %d, root %d) on rank %d, and %s of %llu (type %d, op %d, "
                          "root %d) on rank %d", (unsigned long long)o->number, NAMES[own.kind], (unsigned long long)own.count,
                          own.type, own.op, own.peer, c->rank, NAMES[other.kind], (unsigned long long)other.count, other.type,
                          other.op, other.peer, k);
        }
        finish_collective(c, p, k, data, nbytes);
        free(data);
    }
    if (o->number > 1) { /* whoever has begun this one is done with the last */
        name_of(path, c, "c.%llu.%d", (unsigned long long)o->number - 1, c->rank);
        unlink(path);
    }
    return 1;
}

static int step_messages(Comm *c, Operation *o) {
    char path[300];
    Header head;
    int left = 0;
    for (int i = 0; i < o->parts; i++) {
        Part *p = &o->part[i];
        if (p->done) continue;
        if (p->kind == SEND) {
            Header own = {SEND, p->type, 0, c->rank, p->count};
            name_of(path, c, "p.%d.%d.%llu", c->rank, p->peer, (unsigned long long)p->number);
            if (!write_file(path, &own, sizeof own, p->source, source_bytes(p, c))) return broken(c, SystemError, "cannot write %s", path);
            p->done = 1;
            continue;
        }
        size_t nbytes;
        name_of(path, c, "p.%d.%d.%llu", p->peer, c->rank, (unsigned long long)p->number);
        char *data = read_file(path, &head, sizeof head, &nbytes);
        if (!data) { left++; continue; }
        if (head.count != p->count || (int)head.type != p->type) {
            free(data);
            return broken(c, InvalidUsage, "rank %d receives %llu (type %d) from rank %d, which sends %llu (type %d)", c->rank,
                          (unsigned long long)p->count, p->type, p->peer, (unsigned long long)head.count, head.type);
        }
        memcpy(p->dest, data, nbytes);
        free(data);
        unlink(path);
        p->done = 1;
    }
    return !left;
}

static int step(void *given) {
    Operation *o = given;
    Comm *c = o->comm;
    int done = 1;
    if (c->magic == MAGIC && c->state != Success && c->state != InProgress) return 0; /* it hangs until it is aborted */
    if (c->magic == MAGIC) {
        Result code = injected(c, o->ordinal);
        if (code != Success) return broken(c, code, "injected");
        for (int i = 0; i < o->parts; i++)
            if (!o->part[i].done && !is_memory(&o->part[i], c)) {
                add(faults, "%s ran on memory that is no more\n", NAMES[o->part[i].kind]);
                return broken(c, UnhandledCudaError, "an illegal memory access was encountered");
            }
        done = o->part[0].kind < SEND ? step_collective(c, o) : step_messages(c, o);
    }
    if (!done) return 0;
    c->under_way--;
    free(o);
    return 1;
}

/* ---- communicators */

static Result check_comm(const Comm *c) {
    for (const Comm *found = comms; found; found = found->next)
        if (found == c) return c->magic == MAGIC ? Success : fail(InvalidArgument, "the communicator was destroyed");
    return fail(InvalidArgument, c ? "this is no communicator" : "the communicator is NULL");
}

Result ncclGetVersion(int *version) {
    if (!version) return InvalidArgument;
    *version = VERSION;
    return Success;
}

const char *ncclGetErrorString(Result code) {
    static const char *const texts[] = {"no error", "unhandled cuda error", "unhandled system error", "internal error",
        "invalid argument", "invalid usage", "remote process exited or there was a network error", "NCCL operation in progress"};
    return code >= 0 && code <= InProgress ? texts[code] : "unknown result code";
}

const char *ncclGetLastError(const Comm *c) { (void)c; return last; }

Result ncclGetUniqueId(UniqueId *id) {
    const char *folder = getenv("NCCL_STANDIN_DIR");
    memset(id, 0, sizeof *id);
    if (snprintf(id->internal, 100, "%s/nccl-XXXXXX", folder ? folder : "/tmp") >= 100) return fail(SystemError, "a long path");
    return mkdtemp(id->internal) ? Success : fail(SystemError, "no folder %s: %s", id->internal, strerror(errno));
}

typedef struct { int count; char gpu[GPU_BYTES]; char host[64]; } Joined;

static void look_for_others(Comm *c) {
    Joined own, other;
    char path[300];
    size_t nbytes;
    for (int k = -1; k < c->count; k++) {
        name_of(path, c, "join.%d", k < 0 ? c->rank : k);
        char *data = read_file(path, k < 0 ? &own : &other, sizeof own, &nbytes);
        if (!data) return;
        free(data);
        if (k >= 0 && other.count != own.count) {
            broken(c, InvalidUsage, "rank %d joins %d ranks, and rank %d joins %d", c->rank, own.count, k, other.count);
            return;
        }
        if (k >= 0 && k != c->rank && !memcmp(own.gpu, other.gpu, GPU_BYTES) && !strcmp(own.host, other.host)) {
            broken(c, InvalidUsage, "Duplicate GPU detected: rank %d and rank %d", c->rank, k);
            return;
        }
    }
    c->joined = 1;
}

Result ncclCommInitRankConfig(Comm **comm, int count, UniqueId id, int rank, Config *config) {
    char path[300];
    Joined own = {.count = count};
    if (!comm || count < 1 || count > MOST_RANKS || rank < 0 || rank >= count) return fail(InvalidArgument, "rank %d of %d", rank, count);
    if (config && (config->magic != 0xcafebeef || config->size < 20)) return fail(InvalidArgument, "the config was not initialised");
    if (config && config->version < 21400) return fail(InvalidArgument, "a config of before 2.14");
    if (hooks.current() < 0) return fail(UnhandledCudaError, "no device was set");
    Comm *c = calloc(1, sizeof *c);
    c->magic = MAGIC, c->count = count, c->rank = rank, c->device = hooks.current(), c->blocking = !config || config->blocking != 0;
    memcpy(c->folder, id.internal, sizeof c->folder - 1);
    c->next = comms, comms = c;
    *comm = c;
    add(calls, "ncclCommInitRank %d of %d\n", rank, count);
    hooks.identify(c->device, own.gpu);
    gethostname(own.host, sizeof own.host - 1);
    name_of(path, c, "join.%d", rank);
    if (!access(path, F_OK)) return c->state = fail(InvalidUsage, "there are two ranks %d", rank);
    if (!write_file(path, &own, sizeof own, "", 0)) return c->state = fail(SystemError, "cannot write %s", path);
    if ((c->state = injected(c, 0)) != Success) return c->state;
    if (!c->blocking) return InProgress;
    while (!c->joined && c->state == Success) { look_for_others(c); usleep(100); }
    return c->state;
}

Result ncclCommInitRank(Comm **comm, int count, UniqueId id, int rank) { return ncclCommInitRankConfig(comm, count, id, rank, NULL); }

static Result enqueue_pending(Comm *c) {
    while (c->pending) {
        Operation *o = c->pending;
        c->pending = o->next;
        c->under_way++;
        if (hooks.enqueue(o->stream, step, o)) return c->state = fail(UnhandledCudaError, "the stream does not take it");
    }
    return Success;
}

static int all_left(const Comm *c) {
    char path[300];
    for (int k = 0; k < c->count; k++) {
        name_of(path, c, "left.%d", k);
        if (access(path, F_OK)) return 0;
    }
    return !c->under_way;
}

Result ncclCommGetAsyncError(Comm *c, Result *code) {
    Result valid = check_comm(c);
    if (valid != Success) return valid;
    if (c->state == Success && !c->joined) look_for_others(c);
    *code = c->state;
    if (c->state != Success) return Success;
    if (!c->joined) *code = InProgress;
    else if (c->pending && c->polls++ == 0) *code = InProgress; /* who does not ask again has nothing in the stream */
    else if (c->pending) *code = enqueue_pending(c);
    else if (c->left && !all_left(c)) *code = InProgress;
    return Success;
}

Result ncclCommCount(const Comm *c, int *count) { Result r = check_comm(c); if (!r) *count = c->count; return r; }
Result ncclCommUserRank(const Comm *c, int *rank) { Result r = check_comm(c); if (!r) *rank = c->rank; return r; }

Result ncclCommFinalize(Comm *c) {
    char path[300];
    Result valid = check_comm(c);
    if (valid != Success) return valid;
    if (c->left) return fail(InvalidUsage, "the communicator was finalized before");
    name_of(path, c, "left.%d", c->rank);
    c->left = 1;
    add(calls, "ncclCommFinalize\n");
    if (!write_file(path, "", 0, "", 0)) return fail(SystemError, "cannot write %s", path);
    return c->blocking ? Success : InProgress;
}

Result ncclCommDestroy(Comm *c) {
    Result valid = check_comm(c);
    if (valid != Success) return valid;
    if (c->under_way || c->pending) add(faults, "a communicator was destroyed with %d operations under way\n", c->under_way + !!c->pending);
    c->magic = 0;
    add(calls, "ncclCommDestroy\n");
    return Success;
}

Result ncclCommAbort(Comm *c) {
    Result valid = check_comm(c);
    if (valid != Success) return valid;
    c->magic = 0; /* steps see it, and end */
    add(calls, "ncclCommAbort\n");
    return Success;
}

/* ---- calls */

static Result issue(Comm *c, uint64_t stream, Part p) {
    Result valid = check_comm(c);
    if (valid != Success) return valid;
    if (c->state != Success) return fail(c->state, "the communicator has failed");
    if (!c->joined || (c->pending && !depth)) return fail(InvalidUsage, "%s while the last call is in progress", NAMES[p.kind]);
    if (c->left) return fail(InvalidUsage, "%s after ncclCommFinalize", NAMES[p.kind]);
    if (p.type < 0 || p.type > 11) return fail(InvalidArgument, "%s: invalid type %d", NAMES[p.kind], p.type);
    if (p.kind <= REDUCE_SCATTER && (p.op < 0 || p.op > 3 || p.type > 9)) return fail(InvalidArgument, "%s: op %d of type %d", NAMES[p.kind], p.op, p.type);
    if (p.peer < 0 || p.peer >= c->count) return fail(InvalidArgument, "%s: no rank %d", NAMES[p.kind], p.peer);
    if (!is_memory(&p, c)) return fail(InvalidArgument, "%s: a buffer is not memory of device %d, or is too short", NAMES[p.kind], c->device);
    if (hooks.device_of(stream) != c->device) return fail(InvalidUsage, "%s: the stream is of another device", NAMES[p.kind]);
    add(calls, "%s %llu type %d op %d with %d\n", NAMES[p.kind], (unsigned long long)p.count, p.type, p.op, p.peer);
    Operation **end = depth ? &group : &c->pending, *o;
    while (*end) {
        o = *end;
        if (depth && p.kind >= SEND && o->comm == c && o->stream == stream && o->part[0].kind >= SEND) break;
        end = &o->next;
    }
    if (!*end) {
        o = *end = calloc(1, sizeof *o);
        o->comm = c, o->stream = stream, o->ordinal = ++c->operations;
        if (p.kind < SEND) o->number = ++c->number;
    }
    if (o->parts == MOST_PARTS) return fail(InternalError, "a group of more than %d messages", MOST_PARTS);
    if (p.kind == SEND) p.number = c->sent[p.peer]++;
    if (p.kind == RECV) p.number = c->received[p.peer]++;
    o->part[o->parts++] = p;
    c->polls = 0;
    if (depth) return Success;
    return c->blocking ? enqueue_pending(c) : InProgress;
}

Result ncclGroupStart(void) { depth++; add(calls, "ncclGroupStart\n"); return Success; }

Result ncclGroupEnd(void) {
    Result code = Success;
    if (!depth) return fail(InvalidUsage, "ncclGroupEnd: not in a group call");
    add(calls, "ncclGroupEnd\n");
    if (--depth) return Success;
    while (group) {
        Operation *o = group, **end = &o->comm->pending;
        group = o->next, o->next = NULL;
        while (*end) end = &(*end)->next;
        *end = o;
        Result now = o->comm->blocking ? enqueue_pending(o->comm) : InProgress;
        if (code == Success || code == InProgress) code = now;
    }
    return code;
}

typedef uint64_t Stream;
Result ncclAllReduce(const void *from, void *to, size_t count, int type, int op, Comm *c, Stream s) {
    return issue(c, s, (Part){.kind = ALL_REDUCE, .source = from, .dest = to, .count = count, .type = type, .op = op});
}
Result ncclReduceScatter(const void *from, void *to, size_t count, int type, int op, Comm *c, Stream s) {
    return issue(c, s, (Part){.kind = REDUCE_SCATTER, .source = from, .dest = to, .count = count, .type = type, .op = op});
}
Result ncclAllGather(const void *from, void *to, size_t count, int type, Comm *c, Stream s) {
    return issue(c, s, (Part){.kind = ALL_GATHER, .source = from, .dest = to, .count = count, .type = type});
}
Result ncclBroadcast(const void *from, void *to, size_t count, int type, int root, Comm *c, Stream s) {
    return issue(c, s, (Part){.kind = BROADCAST, .source = from, .dest = to, .count = count, .type = type, .peer = root});
}
Result ncclSend(const void *from, size_t count, int type, int peer, Comm *c, Stream s) {
    return issue(c, s, (Part){.kind = SEND, .source = from, .count = count, .type = type, .peer = peer});
}
Result ncclRecv(void *to, size_t count, int type, int peer, Comm *c, Stream s) {
    return issue(c, s, (Part){.kind = RECV, .dest = to, .count = count, .type = type, .peer = peer});
}
