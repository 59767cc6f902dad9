// Exchanges between processes as launches of graphs of the CPU (pool.c): MPI's functions, called by their addresses.
//
// An exchange is one nonblocking call of MPI, or rounds of messages, before each of which what has been received is combined with what
// is there. Which it is, all processes decide alike (exchange_rounds.py). Nothing here blocks: whoever waits looks a few times, and then
// gives the caller a turn to see whether the others are still there.
//
// Short messages between processes of one machine go through mailboxes, in memory that both see: MPI's own way costs a microsecond.
//
// MPI's handles are integers or pointers, by library: both are passed as 64 bits, as integers are in registers and on the stack of the
// machines that pool.c supports; so are more arguments than a function has, which it does not look at.
//
// There are no headers, and nothing depends on the system: one LLVM text is for all (exchange.ll).

typedef unsigned long long u64;
typedef long long i64;
typedef int (*function)(u64, u64, u64, u64, u64, u64, u64, u64);

// MPI_Isend, MPI_Irecv, MPI_Test and MPI_Iprobe
typedef struct { function send, receive, test, probe; } library;

enum { RESULT, SOURCE, OWN };                            // memories: two buffers of the run, and room of the exchange
enum { DONE = 0, PENDING = 2, FAULT = 3, DIFFERENT = 4 };  // what a step of a graph returns
enum { COPY = 1, ZEROS = 2 };

typedef struct { i64 is_sent, peer, memory, offset, count; } message;  // offset in bytes
// Once so many messages of the exchange are done, `combined` elements of a memory are combined with those of the result, and `messages`
// start.
typedef struct { i64 messages, awaited, combined, into, from, offset; } round;

// The messages from one process to another. That of exchange n is in slot n % SLOTS, which has the room of a cache line; a longer one is
// in a block besides; and one for which there is no block goes by MPI, which the slot says.
enum { SLOTS = 256, BLOCKS = 4, IN_SLOT = -1, BY_MPI = -2 };
typedef struct {
  u64 written, read;  // the exchange whose message was put here last, and the one whose message was taken last
  i64 nbytes, place;  // the number of a block, IN_SLOT or BY_MPI
  char data[32];
} slot;
typedef struct {
  slot *slots;
  char *blocks;
  u64 used[BLOCKS];  // by the messages of which exchanges; known to the sender
} mailbox;
// The mailboxes of a communicator: `boxes` are those to each rank and those from each.
typedef struct {
  mailbox *boxes;
  i64 size, block_bytes;
  i64 truncated;               // MPI's code of the fault that messages have other lengths than their receivers think
  u64 any_source, any_tag;
} window;

typedef struct {
  const library *mpi;
  u64 type, comm;
  u64 *sequence;  // of the communicator: how many exchanges by rounds it has begun; the same on all processes
  window *near;   // its mailboxes, if messages go through them
  i64 itemsize;   // of the elements of messages
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
  i64 *states;    // of those by mailboxes: DONE, PENDING, or BY_MPI
  i64 posted, tested, at;
  u64 number;
  i64 fault;  // MPI's code
} exchange;

static char *address_of(const exchange *x, const message *m) { return x->memory[m->memory] + m->offset; }

static i64 start_by_mpi(exchange *x, i64 i) {
  const message *m = x->messages + i;
  function start = m->is_sent ? x->mpi->send : x->mpi->receive;
  u64 tag = 1 + (x->number & 0x3fff);  // MPI allows 32767 at least
  x->requests[i] = 0;
  x->fault = start((u64)address_of(x, m), (u64)m->count, x->type, (u64)m->peer, tag, x->comm, (u64)&x->requests[i], 0);
  return x->fault ? FAULT : DONE;
}

static i64 test_by_mpi(exchange *x, i64 i) {
  int is_done = 0;
  u64 status[32];
  x->fault = x->mpi->test((u64)&x->requests[i], (u64)&is_done, (u64)status, 0, 0, 0, 0, 0);
  return x->fault ? FAULT : is_done ? DONE : PENDING;
}

// Puts message i into its slot, if what was there has been read.
static i64 write_slot(exchange *x, i64 i) {
  const message *m = x->messages + i;
  mailbox *box = &x->near->boxes[m->peer];
  slot *to = &box->slots[x->number % SLOTS];
  if (__atomic_load_n(&to->read, __ATOMIC_ACQUIRE) != to->written) return PENDING;
  to->nbytes = m->count * x->itemsize;
  to->place = IN_SLOT;
  if (to->nbytes <= (i64)sizeof(to->data)) __builtin_memcpy(to->data, address_of(x, m), (u64)to->nbytes);
  else {
    i64 k = 0;
    for (; k < BLOCKS; k++)
      if (!box->used[k] || __atomic_load_n(&box->slots[box->used[k] % SLOTS].read, __ATOMIC_ACQUIRE) >= box->used[k]) break;
    to->place = k < BLOCKS ? k : BY_MPI;
    if (k < BLOCKS) {
      box->used[k] = x->number;
      __builtin_memcpy(box->blocks + k * x->near->block_bytes, address_of(x, m), (u64)to->nbytes);
    }
    else if (start_by_mpi(x, i)) return FAULT;
  }
  __atomic_store_n(&to->written, x->number, __ATOMIC_RELEASE);
  return to->place == BY_MPI ? BY_MPI : DONE;
}

// Takes message i out of its slot, once it is there.
static i64 read_slot(exchange *x, i64 i) {
  const message *m = x->messages + i;
  mailbox *box = &x->near->boxes[x->near->size + m->peer];
  slot *from = &box->slots[x->number % SLOTS];
  if (__atomic_load_n(&from->written, __ATOMIC_ACQUIRE) != x->number) return PENDING;
  i64 place = from->place;
  if (place == BY_MPI) {
    if (start_by_mpi(x, i)) return FAULT;
  } else {
    if (from->nbytes != m->count * x->itemsize) {
      x->fault = x->near->truncated;
      return FAULT;
    }
    char *data = place == IN_SLOT ? from->data : box->blocks + place * x->near->block_bytes;
    __builtin_memcpy(address_of(x, m), data, (u64)from->nbytes);
  }
  __atomic_store_n(&from->read, x->number, __ATOMIC_RELEASE);
  return place == BY_MPI ? BY_MPI : DONE;
}

static i64 test_message(exchange *x, i64 i) {
  if (!x->near) return test_by_mpi(x, i);
  if (x->states[i] == PENDING) x->states[i] = x->messages[i].is_sent ? write_slot(x, i) : read_slot(x, i);
  return x->states[i] == BY_MPI ? test_by_mpi(x, i) : x->states[i];
}

// Sends what has waited for its slot, though an earlier message is waited for: whose sender may wait for this one. PENDING or FAULT.
static i64 write_waiting(exchange *x) {
  for (i64 i = x->tested + 1; i < x->posted; i++)
    if (x->messages[i].is_sent && test_message(x, i) == FAULT) return FAULT;
  return PENDING;
}

static i64 post(exchange *x, i64 count) {
  for (; count; count--, x->posted++) {
    i64 i = x->posted;
    if (x->near) x->states[i] = x->messages[i].is_sent ? write_slot(x, i) : PENDING;
    if (x->near ? x->states[i] == FAULT : start_by_mpi(x, i)) return FAULT;
  }
  return DONE;
}

// Lets MPI make progress where nothing else here calls it: other processes may wait for what it has still to do.
static void progress_mpi(const exchange *x) {
  int flag = 0;
  u64 status[32];
  if (x->near) x->mpi->probe(x->near->any_source, x->near->any_tag, x->comm, (u64)&flag, (u64)status, 0, 0, 0);
}

// One look at what is under way. Once it is done, a look finds that again.
static i64 look(exchange *x) {
  for (;;) {
    const round *r = x->at < x->round_count ? x->rounds + x->at : 0;
    i64 awaited = r ? r->awaited : x->posted;
    for (; x->tested < awaited; x->tested++) {
      i64 found = test_message(x, x->tested);
      if (found == PENDING && x->near) found = write_waiting(x);
      if (found) return found;
    }
    if (!r) return DONE;
    x->at++;
    if (r->combined) x->combine(x->memory[RESULT] + r->into, x->memory[r->from] + r->offset, r->combined);
    if (post(x, r->messages)) return FAULT;
  }
}

// The same by a caller that waits for it, or has others to do.
i64 heddle_exchange_test(exchange *x) {
  i64 found = look(x);
  if (found == PENDING) progress_mpi(x);
  return found;
}

// Starts it, whatever became of the run before.
i64 heddle_exchange_begin(exchange *x, char *result, char *source) {
  x->memory[RESULT] = result, x->memory[SOURCE] = source, x->memory[OWN] = x->own;
  x->fault = x->at = x->posted = x->tested = 0;
  if (x->before == COPY) __builtin_memcpy(result, source, (u64)x->nbytes);
  if (x->before == ZEROS) __builtin_memset(result, 0, (u64)x->nbytes);
  if (!x->call) {
    x->number = ++*x->sequence;
    return look(x) == FAULT ? FAULT : DONE;
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

// A look at a mailbox takes a few nanoseconds.
enum { NEAR_LOOKS = 32 };

i64 heddle_exchange_wait(void *const *bufs, exchange *x, i64 looks) {
  (void)bufs;
  i64 found = PENDING;
  while (found == PENDING && looks--) {
    for (int k = x->near ? NEAR_LOOKS : 1; k && found == PENDING; k--) found = look(x);
    if (found == PENDING) progress_mpi(x);
  }
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
