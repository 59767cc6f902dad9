// Exchanges between processes as launches of graphs of the CPU (pool.c): MPI's functions, called by their addresses.
//
// An exchange is one nonblocking call of MPI, or rounds of messages, before each of which what has been received is combined with what
// is there. Which it is, all processes decide alike (exchange_rounds.py). Nothing here blocks: whoever waits looks a few times, and then
// gives the caller a turn to see whether the others are still there.
//
// MPI's handles are integers or pointers, by library: both are passed as 64 bits, as integers are in registers and on the stack of the
// machines that pool.c supports; so are more arguments than a function has, which it does not look at.
//
// There are no headers, and nothing depends on the system: one LLVM text is for all (exchange.ll).

typedef unsigned long long u64;
typedef long long i64;
typedef int (*function)(u64, u64, u64, u64, u64, u64, u64, u64);

// MPI_Isend, MPI_Irecv and MPI_Test
typedef struct { function send, receive, test; } library;

enum { RESULT, SOURCE, OWN };                            // memories: two buffers of the run, and room of the exchange
enum { DONE = 0, PENDING = 2, FAULT = 3, DIFFERENT = 4 };  // what a step of a graph returns
enum { COPY = 1, ZEROS = 2 };

typedef struct { i64 is_sent, peer, memory, offset, count; } message;  // offset in bytes
// Once so many messages of the exchange are done, `combined` elements of a memory are combined with those of the result, and `messages`
// start.
typedef struct { i64 messages, awaited, combined, into, from, offset; } round;

typedef struct {
  const library *mpi;
  u64 type, comm;
  u64 *sequence;  // of the communicator: how many exchanges by rounds it has begun; the same on all processes
  // one call of MPI: its arguments, those of the two buffers, and that of the request
  function call;
  u64 given[8];
  i64 result_at, source_at, request_at;
  // or rounds
  const round *rounds;
  i64 round_count;
  const message *messages;
  void (*combine)(void *into, const void *from, i64 count);
  char *own;
  i64 before, nbytes;  // COPY or ZEROS: what the result is filled with at the start
  // the run
  char *memory[3];
  u64 *requests;  // of all messages
  i64 posted, tested, at;
  u64 tag;
  const message *next;
  i64 fault;  // MPI's code
} exchange;

static i64 post(exchange *x, i64 count) {
  for (; count; count--, x->posted++) {
    const message *m = x->next++;
    function start = m->is_sent ? x->mpi->send : x->mpi->receive;
    u64 *request = &x->requests[x->posted];
    *request = 0;
    x->fault = start((u64)(x->memory[m->memory] + m->offset), (u64)m->count, x->type, (u64)m->peer, x->tag, x->comm, (u64)request, 0);
    if (x->fault) return FAULT;
  }
  return DONE;
}

// One look at what is under way. Once it is done, a look finds that again.
i64 heddle_exchange_test(exchange *x) {
  for (;;) {
    const round *r = x->at < x->round_count ? x->rounds + x->at : 0;
    i64 awaited = r ? r->awaited : x->posted;
    for (; x->tested < awaited; x->tested++) {
      int is_done = 0;
      u64 status[32];
      x->fault = x->mpi->test((u64)&x->requests[x->tested], (u64)&is_done, (u64)status, 0, 0, 0, 0, 0);
      if (x->fault) return FAULT;
      if (!is_done) return PENDING;
    }
    if (!r) return DONE;
    x->at++;
    if (r->combined) x->combine(x->memory[RESULT] + r->into, x->memory[r->from] + r->offset, r->combined);
    if (post(x, r->messages)) return FAULT;
  }
}

// Starts it, whatever became of the run before.
i64 heddle_exchange_begin(exchange *x, char *result, char *source) {
  x->memory[RESULT] = result, x->memory[SOURCE] = source, x->memory[OWN] = x->own;
  x->fault = x->at = x->posted = x->tested = 0;
  x->next = x->messages;
  if (x->before == COPY) __builtin_memcpy(result, source, (u64)x->nbytes);
  if (x->before == ZEROS) __builtin_memset(result, 0, (u64)x->nbytes);
  if (!x->call) {
    x->tag = 1 + (++*x->sequence & 0x3fff);  // MPI allows 32767 at least
    return heddle_exchange_test(x) == FAULT ? FAULT : DONE;
  }
  u64 a[8];
  for (int i = 0; i < 8; i++) a[i] = x->given[i];
  if (x->result_at >= 0) a[x->result_at] = (u64)result;
  if (x->source_at >= 0) a[x->source_at] = (u64)source;
  a[x->request_at] = (u64)&x->requests[0];
  x->requests[0] = 0;
  x->fault = x->call(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
  if (x->fault) return FAULT;
  x->posted = 1;
  return DONE;
}

// ---- steps of graphs: `looks` is how often to look before the caller gets a turn

i64 heddle_exchange_start(void *const *bufs, exchange *x, i64 looks) {
  (void)looks;
  return heddle_exchange_begin(x, bufs[0], bufs[1]);
}

// Lets it go on.
i64 heddle_exchange_progress(void *const *bufs, exchange *x, i64 looks) {
  (void)bufs, (void)looks;
  return heddle_exchange_test(x) == FAULT ? FAULT : DONE;
}

i64 heddle_exchange_wait(void *const *bufs, exchange *x, i64 looks) {
  (void)bufs;
  i64 found = PENDING;
  while (found == PENDING && looks--) found = heddle_exchange_test(x);
  return found;
}

// The same for the numbers by which the processes agree on what they do: two of four that come out have to be those that went in.
i64 heddle_exchange_begin_own(void *const *bufs, exchange *x, i64 looks) {
  (void)bufs, (void)looks;
  return heddle_exchange_begin(x, x->own, x->own + 32);
}

i64 heddle_exchange_agree(void *const *bufs, exchange *x, i64 looks) {
  i64 found = heddle_exchange_wait(bufs, x, looks);
  const i64 *got = (const i64 *)x->own, *sent = got + 4;
  return found == DONE && (got[0] != sent[0] || got[1] != sent[1]) ? DIFFERENT : found;
}

// ---- combining elements

#define COMBINE(name, type, value)                                        \
  void heddle_combine_##name(void *into, const void *from, i64 count) {   \
    type *a = into;                                                       \
    const type *b = from;                                                 \
    for (i64 i = 0; i < count; i++) a[i] = value;                         \
  }

COMBINE(add_float32, float, a[i] + b[i])
COMBINE(add_float64, double, a[i] + b[i])
COMBINE(add_int32, unsigned, a[i] + b[i])
COMBINE(add_int64, u64, a[i] + b[i])
COMBINE(mul_float32, float, a[i] * b[i])
COMBINE(mul_float64, double, a[i] * b[i])
COMBINE(mul_int32, unsigned, a[i] * b[i])
COMBINE(mul_int64, u64, a[i] * b[i])
COMBINE(max_int32, int, a[i] > b[i] ? a[i] : b[i])
COMBINE(max_int64, i64, a[i] > b[i] ? a[i] : b[i])
COMBINE(max_uint32, unsigned, a[i] > b[i] ? a[i] : b[i])
COMBINE(max_uint64, u64, a[i] > b[i] ? a[i] : b[i])
