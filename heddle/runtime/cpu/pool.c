// The worker pool of the CPU device: threads that share the grid pieces of one kernel.
//
// Pieces are handed out in chunks from one counter, so a core that is busy with something else delays nobody: whoever is free takes
// the next chunk, the calling thread included, and a worker that wakes too late finds nothing left and touches nothing.
//
// `claim` holds how many threads may take part (high 32 bits) and the chunks not yet taken (low 32 bits). Taking a chunk is one
// compare-and-swap of the whole word, so what is taken belongs to the job of that moment, and to a thread it has room for. Only after
// it has taken a chunk does a worker read the fields of the job, and the caller does not return before every chunk that was taken is
// done: so they stand still.
//
// There are no headers: this file is compiled by the device's own compiler, which may come without a C library's.

typedef void (*kernel)(void *const *bufs, const long *vars, char *scratch, long begin, long end);
typedef unsigned long u64;
typedef unsigned int u32;

extern int pthread_create(u64 *thread, const void *attributes, void *(*start)(void *), void *argument);
extern int pthread_detach(u64 thread);
extern int pthread_sigmask(int how, const u64 *set, u64 *old);
extern long syscall(long number, ...);

#if defined(__x86_64__)
enum { FUTEX = 202 };
#define RELAX() __builtin_ia32_pause()
static long ticks(void) { return (long)__builtin_ia32_rdtsc(); }
static long thread(void) { return *(long __attribute__((address_space(257))) *)0; }  // its first word, which points to itself
#elif defined(__aarch64__)
enum { FUTEX = 98 };
#define RELAX() __asm__ volatile("yield")
static long ticks(void) {
  long now;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
}
static long thread(void) { return (long)__builtin_thread_pointer(); }
#else
#error "the pool knows x86-64 and aarch64"
#endif
enum { WAIT_PRIVATE = 128, WAKE_PRIVATE = 129, BLOCK_SIGNALS = 0, SET_SIGNALS = 2 };
// About 200 microseconds, twice what Python takes between two replays of a short kernel: a thread that has to be woken comes some 50
// microseconds late (product of 512 x 512 in a loop, 2 cores of a virtual machine: median 200 GFLOP/s, and 170 with a tenth of this).
enum { SPINS = 4000, MOST = 0x7fffffff };

static struct {
  u64 claim __attribute__((aligned(64)));
  u32 wake __attribute__((aligned(64)));  // goes up with each job; parked workers wait for it to change
  u32 parked;
  u32 left __attribute__((aligned(64)));  // chunks not yet done
  u32 caller_waits;
  u32 busy __attribute__((aligned(64)));  // a job is being run
  u32 workers;
  // the job
  kernel run __attribute__((aligned(64)));
  void *const *bufs;
  const long *vars;
  char *scratch;
  long stride, pieces, chunk;
  u32 chunks;
} pool;

static void futex_wait(u32 *word, u32 seen) { syscall(FUTEX, word, (long)WAIT_PRIVATE, (long)seen, 0l, 0l, 0l); }
static void futex_wake(u32 *word, int count) { syscall(FUTEX, word, (long)WAKE_PRIVATE, (long)count, 0l, 0l, 0l); }

static int is_for(u32 who, u64 claim) { return (u32)claim != 0 && who < claim >> 32; }

// Takes chunks and runs them until none is left. `who` picks the scratch memory.
static void work(u32 who) {
  u64 seen = __atomic_load_n(&pool.claim, __ATOMIC_ACQUIRE);
  while (is_for(who, seen)) {
    if (!__atomic_compare_exchange_n(&pool.claim, &seen, seen - 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) continue;
    long begin = (pool.chunks - (u32)seen) * pool.chunk, end = begin + pool.chunk;
    pool.run(pool.bufs, pool.vars, pool.scratch + who * pool.stride, begin, end < pool.pieces ? end : pool.pieces);
    if (__atomic_sub_fetch(&pool.left, 1, __ATOMIC_SEQ_CST) == 0 && __atomic_load_n(&pool.caller_waits, __ATOMIC_SEQ_CST))
      futex_wake(&pool.left, 1);
    seen = __atomic_load_n(&pool.claim, __ATOMIC_ACQUIRE);
  }
}

static int has_work(u32 who) { return is_for(who, __atomic_load_n(&pool.claim, __ATOMIC_ACQUIRE)); }

static void *worker(void *argument) {
  u32 who = (u32)(u64)argument;
  for (;;) {
    for (int i = 0; i < SPINS && !has_work(who); i++) RELAX();
    if (!has_work(who)) {
      u32 seen = __atomic_load_n(&pool.wake, __ATOMIC_SEQ_CST);
      __atomic_add_fetch(&pool.parked, 1, __ATOMIC_SEQ_CST);
      if (!has_work(who)) futex_wait(&pool.wake, seen);
      __atomic_sub_fetch(&pool.parked, 1, __ATOMIC_SEQ_CST);
    }
    work(who);
  }
  return 0;
}

// Starts workers until there are `wanted`; returns how many there are, which is less if the system refuses.
int heddle_pool_start(int wanted) {
  u64 all[16], old[16], thread;  // a sigset_t: signals belong to the threads of the program
  for (int i = 0; i < 16; i++) all[i] = ~0ul;
  pthread_sigmask(BLOCK_SIGNALS, all, old);
  while ((int)pool.workers < wanted && pthread_create(&thread, 0, worker, (void *)(u64)(pool.workers + 1)) == 0) {
    pthread_detach(thread);
    pool.workers++;
  }
  pthread_sigmask(SET_SIGNALS, old, 0);
  return (int)pool.workers;
}

static void wait_for_others(void) {
  for (int i = 0; i < SPINS; i++) {
    if (__atomic_load_n(&pool.left, __ATOMIC_SEQ_CST) == 0) return;
    RELAX();
  }
  __atomic_store_n(&pool.caller_waits, 1, __ATOMIC_SEQ_CST);
  for (u32 left; (left = __atomic_load_n(&pool.left, __ATOMIC_SEQ_CST)) != 0;) futex_wait(&pool.left, left);
  __atomic_store_n(&pool.caller_waits, 0, __ATOMIC_SEQ_CST);
}

// Runs pieces 0 ... pieces-1 in chunks on at most `threads` threads, and returns when all are done. Thread i has scratch + i * stride to
// itself. If another thread of the program is using the pool, the caller does everything alone.
void heddle_pool_run(kernel run, void *const *bufs, const long *vars, char *scratch, long stride, long pieces, long chunk, long threads) {
  u32 idle = 0;
  if (pieces <= chunk || !__atomic_compare_exchange_n(&pool.busy, &idle, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
    run(bufs, vars, scratch, 0, pieces);
    return;
  }
  u32 chunks = (u32)((pieces + chunk - 1) / chunk);
  pool.run = run, pool.bufs = bufs, pool.vars = vars, pool.scratch = scratch;
  pool.stride = stride, pool.pieces = pieces, pool.chunk = chunk, pool.chunks = chunks;
  __atomic_store_n(&pool.left, chunks, __ATOMIC_SEQ_CST);
  __atomic_store_n(&pool.claim, (u64)threads << 32 | chunks, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&pool.wake, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&pool.parked, __ATOMIC_SEQ_CST)) futex_wake(&pool.wake, MOST);
  work(0);
  wait_for_others();
  __atomic_store_n(&pool.busy, 0, __ATOMIC_RELEASE);
}

// ---- graphs: many launches in one call

// A pointer of a launch: so many bytes into one of the buffers that the run is given.
typedef struct { long buffer, offset; } pointer;

// One launch. `pointers` and `vars` of all launches stand one after the other in `room`, in the order of the launches.
typedef struct {
  kernel run;
  long pointers, vars;
  long pieces, pieces_from;  // how many; if `pieces_from` is not negative, the value of that variable
  long stride;               // bytes of scratch memory for each thread
  long shared;               // 1 if more than one thread may take part
} launch;

typedef struct {
  const launch *launches;
  const long *stops;  // after how many launches the clock is read, where it is: at last after all
  long stop_count;
  const pointer *pointers;
  long pointer_count;
  const long *vars;  // for each variable of each launch, its place in `values`
  long var_count;
  long scratch_at;  // where in `room` scratch memory begins
} graph;

// Room for what is known of several runs in one thread.
typedef struct {
  long owner;       // what `thread` is there; 0 when nothing is to be noted any more
  long *next, *end;  // where the next run goes, and where the room ends
} page;

enum { CHUNKS_PER_THREAD = 8 };  // a core that is slowed down holds the others up by at most one chunk

// The processor's clock, which goes on steadily and is the same on all cores. Asking the system what time it is costs ten times as much.
long heddle_ticks(void) { return ticks(); }

// What no other thread has that lives at the same time.
long heddle_thread(void) { return thread(); }

static void share(const launch *l, void *const *bufs, const long *vars, char *scratch, long pieces, long threads) {
  long chunk = pieces / (threads * CHUNKS_PER_THREAD);
  heddle_pool_run(l->run, bufs, vars, scratch, l->stride, pieces, chunk ? chunk : 1, threads);
}

// Runs the launches in order, each after the one before is done. `room` is memory that this run has to itself. If there is a page,
// `began` is written there, and the clock at the start and at each stop; if it is not for this thread, or full, nothing runs, and
// that is 1.
long heddle_graph_run(const graph *g, char *const *buffers, const long *values, char *room, long threads, page *noted, double began) {
  long *stamps = 0;
  if (noted) {
    if (noted->owner != thread() || noted->next == noted->end) return 1;
    stamps = noted->next, noted->next += 2 + g->stop_count;
    __builtin_memcpy(stamps++, &began, sizeof began);
  }
  void **bufs = (void **)room;
  long *vars = (long *)(bufs + g->pointer_count);
  for (long i = 0; i < g->pointer_count; i++) bufs[i] = buffers[g->pointers[i].buffer] + g->pointers[i].offset;
  for (long i = 0; i < g->var_count; i++) vars[i] = values[g->vars[i]];
  if (stamps) *stamps++ = ticks();
  const launch *l = g->launches;
  for (long stop = stamps ? 0 : g->stop_count - 1; stop < g->stop_count; stop++) {
    for (const launch *end = g->launches + g->stops[stop]; l < end; bufs += l->pointers, vars += l->vars, l++) {
      long pieces = l->pieces_from < 0 ? l->pieces : values[l->pieces_from];
      if (!l->shared || threads < 2) l->run(bufs, vars, room + g->scratch_at, 0, pieces);
      else share(l, bufs, vars, room + g->scratch_at, pieces, threads);
    }
    if (stamps) *stamps++ = ticks();
  }
  return 0;
}

// A copy as a kernel: its pieces are bytes.
void heddle_graph_copy(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  __builtin_memcpy((char *)bufs[0] + begin, (const char *)bufs[1] + begin, (u64)(end - begin));
}
