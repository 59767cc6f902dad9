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

// What differs between systems is here: starting a thread, waiting for a word to change and waking who waits, and what names a thread.
// One of HEDDLE_LINUX, HEDDLE_MACOS and HEDDLE_WINDOWS is defined. (What the compiler defines does not tell: it always makes ELF.)

#undef long  // of 64 bits in kernels, on every system
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned int u32;
typedef void (*kernel)(void *const *bufs, const i64 *vars, char *scratch, i64 begin, i64 end);

#if defined(__x86_64__)
#define RELAX() __builtin_ia32_pause()
static i64 ticks(void) { return (i64)__builtin_ia32_rdtsc(); }
#elif defined(__aarch64__)
#define RELAX() __asm__ volatile("yield")
static i64 ticks(void) {
  i64 now;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
}
#else
#error "the pool knows x86-64 and aarch64"
#endif

static void worker(u32 who);

#if defined(HEDDLE_LINUX)

extern int pthread_create(u64 *thread, const void *attributes, void *(*start)(void *), void *argument);
extern int pthread_detach(u64 thread);
extern int pthread_sigmask(int how, const u64 *set, u64 *old);
extern long syscall(long number, ...);
#if defined(__x86_64__)
enum { FUTEX = 202 };
static i64 thread(void) { return *(i64 __attribute__((address_space(257))) *)0; }  // its first word, which points to itself
#else
enum { FUTEX = 98 };
static i64 thread(void) { return (i64)__builtin_thread_pointer(); }
#endif
enum { WAIT_PRIVATE = 128, WAKE_PRIVATE = 129, BLOCK_SIGNALS = 0, SET_SIGNALS = 2 };
typedef struct { u64 words[16]; } signals;  // a sigset_t

static void wait_for(u32 *word, u32 seen) { syscall(FUTEX, word, (long)WAIT_PRIVATE, (long)seen, 0l, 0l, 0l); }
static void wake_up(u32 *word, int count) { syscall(FUTEX, word, (long)WAKE_PRIVATE, (long)count, 0l, 0l, 0l); }
static int prepare(void) { return 1; }

#elif defined(HEDDLE_MACOS)

extern int pthread_create(u64 *thread, const void *attributes, void *(*start)(void *), void *argument);
extern int pthread_detach(u64 thread);
extern int pthread_sigmask(int how, const u32 *set, u32 *old);
extern u64 pthread_self(void);
extern int pthread_mutex_init(void *mutex, const void *attributes);
extern int pthread_mutex_lock(void *mutex);
extern int pthread_mutex_unlock(void *mutex);
extern int pthread_cond_init(void *condition, const void *attributes);
extern int pthread_cond_wait(void *condition, void *mutex);
extern int pthread_cond_broadcast(void *condition);
enum { BLOCK_SIGNALS = 1, SET_SIGNALS = 3 };
typedef struct { u32 words[1]; } signals;
// room for a pthread_mutex_t and a pthread_cond_t, which have 64 and 48 bytes
static struct { u64 words[16]; } mutex __attribute__((aligned(64))), condition __attribute__((aligned(64)));
static int is_prepared;

static i64 thread(void) { return (i64)pthread_self(); }
static int prepare(void) {
  if (!is_prepared) is_prepared = !pthread_mutex_init(&mutex, 0) && !pthread_cond_init(&condition, 0);
  return is_prepared;
}
static void wait_for(u32 *word, u32 seen) {
  pthread_mutex_lock(&mutex);
  while (__atomic_load_n(word, __ATOMIC_SEQ_CST) == seen) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}
// One condition for all words: whoever waits for another one looks, and waits on. Who waits holds the mutex from the look at its word
// until it sleeps, so that a word which was changed before this is called wakes everyone.
static void wake_up(u32 *word, int count) {
  (void)word, (void)count;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_cond_broadcast(&condition);
}

#elif defined(HEDDLE_WINDOWS)

extern void *CreateThread(void *security, u64 stack, u32 (*start)(void *), void *argument, u32 flags, u32 *number);
extern int CloseHandle(void *handle);
extern int WaitOnAddress(volatile void *word, void *seen, u64 size, u32 milliseconds);
extern void WakeByAddressSingle(void *word);
extern void WakeByAddressAll(void *word);
extern u32 GetCurrentThreadId(void);

static i64 thread(void) { return GetCurrentThreadId(); }
static int prepare(void) { return 1; }
static void wait_for(u32 *word, u32 seen) { WaitOnAddress(word, &seen, sizeof seen, ~0u); }
static void wake_up(u32 *word, int count) {
  if (count == 1) WakeByAddressSingle(word);
  else WakeByAddressAll(word);
}

#else
#error "the pool knows Linux, macOS and Windows"
#endif

#if defined(HEDDLE_WINDOWS)
static u32 begin_thread(void *argument) {
  worker((u32)(u64)argument);
  return 0;
}
static int start_thread(u32 who) {
  void *handle = CreateThread(0, 0, begin_thread, (void *)(u64)who, 0, 0);
  return handle && CloseHandle(handle);
}
#else
static void *begin_thread(void *argument) {
  worker((u32)(u64)argument);
  return 0;
}
// Without signals, which belong to the threads of the program.
static int start_thread(u32 who) {
  signals all, old;
  u64 made;
  for (u32 i = 0; i < sizeof all.words / sizeof *all.words; i++) all.words[i] = ~0;
  pthread_sigmask(BLOCK_SIGNALS, all.words, old.words);
  int fault = pthread_create(&made, 0, begin_thread, (void *)(u64)who);
  if (!fault) pthread_detach(made);
  pthread_sigmask(SET_SIGNALS, old.words, 0);
  return !fault;
}
#endif

// ---- the pool

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
  const i64 *vars;
  char *scratch;
  i64 stride, pieces, chunk;
  u32 chunks;
} pool;

static int is_for(u32 who, u64 claim) { return (u32)claim != 0 && who < claim >> 32; }

// Takes chunks and runs them until none is left. `who` picks the scratch memory.
static void work(u32 who) {
  u64 seen = __atomic_load_n(&pool.claim, __ATOMIC_ACQUIRE);
  while (is_for(who, seen)) {
    if (!__atomic_compare_exchange_n(&pool.claim, &seen, seen - 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) continue;
    i64 begin = (pool.chunks - (u32)seen) * pool.chunk, end = begin + pool.chunk;
    pool.run(pool.bufs, pool.vars, pool.scratch + who * pool.stride, begin, end < pool.pieces ? end : pool.pieces);
    if (__atomic_sub_fetch(&pool.left, 1, __ATOMIC_SEQ_CST) == 0 && __atomic_load_n(&pool.caller_waits, __ATOMIC_SEQ_CST))
      wake_up(&pool.left, 1);
    seen = __atomic_load_n(&pool.claim, __ATOMIC_ACQUIRE);
  }
}

static int has_work(u32 who) { return is_for(who, __atomic_load_n(&pool.claim, __ATOMIC_ACQUIRE)); }

static void worker(u32 who) {
  for (;;) {
    for (int i = 0; i < SPINS && !has_work(who); i++) RELAX();
    if (!has_work(who)) {
      u32 seen = __atomic_load_n(&pool.wake, __ATOMIC_SEQ_CST);
      __atomic_add_fetch(&pool.parked, 1, __ATOMIC_SEQ_CST);
      if (!has_work(who)) wait_for(&pool.wake, seen);
      __atomic_sub_fetch(&pool.parked, 1, __ATOMIC_SEQ_CST);
    }
    work(who);
  }
}

// Starts workers until there are `wanted`; returns how many there are, which is less if the system refuses.
int heddle_pool_start(int wanted) {
  if (!prepare()) return 0;
  while ((int)pool.workers < wanted && start_thread(pool.workers + 1)) pool.workers++;
  return (int)pool.workers;
}

static void wait_for_others(void) {
  for (int i = 0; i < SPINS; i++) {
    if (__atomic_load_n(&pool.left, __ATOMIC_SEQ_CST) == 0) return;
    RELAX();
  }
  __atomic_store_n(&pool.caller_waits, 1, __ATOMIC_SEQ_CST);
  for (u32 left; (left = __atomic_load_n(&pool.left, __ATOMIC_SEQ_CST)) != 0;) wait_for(&pool.left, left);
  __atomic_store_n(&pool.caller_waits, 0, __ATOMIC_SEQ_CST);
}

// Runs pieces 0 ... pieces-1 in chunks on at most `threads` threads, and returns when all are done. Thread i has scratch + i * stride to
// itself. If another thread of the program is using the pool, the caller does everything alone.
void heddle_pool_run(kernel run, void *const *bufs, const i64 *vars, char *scratch, i64 stride, i64 pieces, i64 chunk, i64 threads) {
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
  if (__atomic_load_n(&pool.parked, __ATOMIC_SEQ_CST)) wake_up(&pool.wake, MOST);
  work(0);
  wait_for_others();
  __atomic_store_n(&pool.busy, 0, __ATOMIC_RELEASE);
}

// ---- graphs: many launches in one call

// A pointer of a launch: so many bytes into one of the buffers that the run is given.
typedef struct { i64 buffer, offset; } pointer;

// One launch. `pointers` and `vars` of all launches stand one after the other in `room`, in the order of the launches.
typedef struct {
  kernel run;
  i64 pointers, vars;
  i64 pieces, pieces_from;  // how many; if `pieces_from` is not negative, the value of that variable
  i64 stride;               // bytes of scratch memory for each thread
  i64 shared;               // 1 if more than one thread may take part; 2 for a step
} launch;

// A launch that may not be done yet, or fail: 0 if it is done, else why not, from 2 to 7. `what` is in the place of the pieces. It looks so
// many times before it returns that it is not done.
typedef i64 (*step)(void *const *bufs, i64 what, i64 looks);

typedef struct {
  const launch *launches;
  const i64 *stops;  // after how many launches the clock is read, where it is: at last after all
  i64 stop_count;
  const pointer *pointers;
  i64 pointer_count;
  const i64 *vars;  // for each variable of each launch, its place in `values`
  i64 var_count;
  i64 scratch_at;  // where in `room` scratch memory begins
} graph;

// Room for what is known of several runs in one thread.
typedef struct {
  i64 owner;       // what `thread` is there; 0 when nothing is to be noted any more
  i64 *next, *end;  // where the next run goes, and where the room ends
} page;

enum { CHUNKS_PER_THREAD = 8 };  // a core that is slowed down holds the others up by at most one chunk

// The processor's clock, which goes on steadily and is the same on all cores. Asking the system what time it is costs ten times as much.
i64 heddle_ticks(void) { return ticks(); }

// What no other thread has that lives at the same time.
i64 heddle_thread(void) { return thread(); }

static void share(const launch *l, void *const *bufs, const i64 *vars, char *scratch, i64 pieces, i64 threads) {
  i64 chunk = pieces / (threads * CHUNKS_PER_THREAD);
  heddle_pool_run(l->run, bufs, vars, scratch, l->stride, pieces, chunk ? chunk : 1, threads);
}

// About 20 microseconds, by which processes that wait for each other miss each other.
enum { LOOKS = 200 };

// Runs a graph with steps from a launch on, whose pointers and variables stand at `bufs` and `vars`: 0, or 8 times the number of the step
// that is not done, and why not.
static i64 run_steps(const graph *g, const i64 *values, char *room, i64 threads, i64 from, i64 looks) {
  void **bufs = (void **)room;
  i64 *vars = (i64 *)(bufs + g->pointer_count);
  const launch *l = g->launches, *end = l + g->stops[g->stop_count - 1];
  for (; l < g->launches + from; l++) bufs += l->pointers, vars += l->vars;
  for (; l < end; bufs += l->pointers, vars += l->vars, l++) {
    if (l->shared == 2) {
      i64 found = ((step)l->run)(bufs, l->pieces, looks);
      if (found) return 8 * (l - g->launches) + found;
      looks = LOOKS;
      continue;
    }
    i64 pieces = l->pieces_from < 0 ? l->pieces : values[l->pieces_from];
    if (!l->shared || threads < 2) l->run(bufs, vars, room + g->scratch_at, 0, pieces);
    else share(l, bufs, vars, room + g->scratch_at, pieces, threads);
  }
  return 0;
}

// Goes on with a run of a graph at the step that was not done: one look, and what comes behind it if it is done now.
i64 heddle_graph_resume(const graph *g, const i64 *values, char *room, i64 threads, i64 from) {
  return run_steps(g, values, room, threads, from, 1);
}

static void set_arguments(const graph *g, char *const *buffers, const i64 *values, char *room) {
  void **bufs = (void **)room;
  i64 *vars = (i64 *)(bufs + g->pointer_count);
  for (i64 i = 0; i < g->pointer_count; i++) bufs[i] = buffers[g->pointers[i].buffer] + g->pointers[i].offset;
  for (i64 i = 0; i < g->var_count; i++) vars[i] = values[g->vars[i]];
}

// Runs a graph with steps: see `run_steps`.
i64 heddle_graph_run_steps(const graph *g, char *const *buffers, const i64 *values, char *room, i64 threads) {
  set_arguments(g, buffers, values, room);
  return run_steps(g, values, room, threads, 0, LOOKS);
}

// Runs the launches in order, each after the one before is done. `room` is memory that this run has to itself. If there is a page,
// `began` is written there, and the clock at the start and at each stop; if it is not for this thread, or full, nothing runs, and
// that is 1. There are no steps among them.
i64 heddle_graph_run(const graph *g, char *const *buffers, const i64 *values, char *room, i64 threads, page *noted, double began) {
  i64 *stamps = 0;
  if (noted) {
    if (noted->owner != thread() || noted->next == noted->end) return 1;
    stamps = noted->next, noted->next += 2 + g->stop_count;
    __builtin_memcpy(stamps++, &began, sizeof began);
  }
  set_arguments(g, buffers, values, room);
  void **bufs = (void **)room;
  i64 *vars = (i64 *)(bufs + g->pointer_count);
  if (stamps) *stamps++ = ticks();
  const launch *l = g->launches;
  for (i64 stop = stamps ? 0 : g->stop_count - 1; stop < g->stop_count; stop++) {
    for (const launch *end = g->launches + g->stops[stop]; l < end; bufs += l->pointers, vars += l->vars, l++) {
      i64 pieces = l->pieces_from < 0 ? l->pieces : values[l->pieces_from];
      if (!l->shared || threads < 2) l->run(bufs, vars, room + g->scratch_at, 0, pieces);
      else share(l, bufs, vars, room + g->scratch_at, pieces, threads);
    }
    if (stamps) *stamps++ = ticks();
  }
  return 0;
}

// A copy as a kernel: its pieces are bytes.
void heddle_graph_copy(void *const *bufs, const i64 *vars, char *scratch, i64 begin, i64 end) {
  __builtin_memcpy((char *)bufs[0] + begin, (const char *)bufs[1] + begin, (u64)(end - begin));
}
