// Runs launches of kernels on the host, thread by thread: a stack for each thread of a threadgroup, and checks of what they touch.
//
// Kernels are instrumented by clang (-fsanitize=thread), whose calls end here: every access must lie in a buffer of the launch, in
// threadgroup memory, or in the thread's own. A first fault ends the launch. Threads run in order until a barrier or an operation of
// the SIMD group; accesses to threadgroup memory with no barrier between them are found by who touched a byte last, and when.

typedef unsigned uint;
typedef unsigned long ulong;
typedef unsigned char uchar;

struct Position { uint group[3], item[3], groups[3], items[3], index, lane, simd; };
typedef void (*Entry)(char *const *arguments, const Position *at);

struct Range { char *begin, *end; int index, writable; };

struct Launch {
  Entry entry;
  char *const *arguments;
  const Range *ranges;
  char *shared, *stacks, *message;
  ulong n_ranges, shared_size, stack_size, room;
  uint groups[3], items[3], meets;
};

namespace {

constexpr uint kLanes = 32, kMostThreads = 1024, kShared = 32768, kMany = 0xffff, kThreadgroupFence = 2;
enum State : uchar { kReady, kAtBarrier, kAtSimd, kDone };

struct Thread {
  void *stack_pointer;
  char *low, *high;
  ulong site;
  Position at;
  uint exchanges;
  State state;
};
/// Who wrote and read a byte of threadgroup memory, and in which interval between barriers.
struct Byte { uint written, read, write_step, read_step; unsigned short writer, reader; };

Launch *launch;
Thread threads[kMostThreads];
Thread *now;
void *scheduler;
Byte bytes[kShared];
uint interval = 1, first_interval = 1;  // of the group that runs
uint steps[kMostThreads / kLanes];      // barriers of each SIMD group
bool failed;
uint fenced;  // by the barrier that threads wait at: bits of mem_flags
alignas(16) char exchanged[kMostThreads / kLanes][2][kLanes][16];

extern "C" void metal_switch(void **from, void *to);
#if defined(__x86_64__)
__asm__(".text\n.globl metal_switch\nmetal_switch:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\nmov %rsp,(%rdi)\nmov %rsi,%rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n");
constexpr uint kSaved = 6;
#elif defined(__aarch64__)
__asm__(".text\n.globl metal_switch\nmetal_switch:\n"
        "sub sp,sp,#160\nstp x19,x20,[sp]\nstp x21,x22,[sp,#16]\nstp x23,x24,[sp,#32]\nstp x25,x26,[sp,#48]\nstp x27,x28,[sp,#64]\n"
        "stp x29,x30,[sp,#80]\nstp d8,d9,[sp,#96]\nstp d10,d11,[sp,#112]\nstp d12,d13,[sp,#128]\nstp d14,d15,[sp,#144]\n"
        "mov x2,sp\nstr x2,[x0]\nmov sp,x1\nldp x19,x20,[sp]\nldp x21,x22,[sp,#16]\nldp x23,x24,[sp,#32]\nldp x25,x26,[sp,#48]\n"
        "ldp x27,x28,[sp,#64]\nldp x29,x30,[sp,#80]\nldp d8,d9,[sp,#96]\nldp d10,d11,[sp,#112]\nldp d12,d13,[sp,#128]\n"
        "ldp d14,d15,[sp,#144]\nadd sp,sp,#160\nret\n");
#endif

// ---- messages

char *put(char *to, const char *end, const char *text) {
  while (*text && to < end) *to++ = *text++;
  return to;
}

char *put(char *to, const char *end, long number) {
  char digits[24];
  uint n = 0;
  ulong rest = number < 0 ? 0ul - ulong(number) : ulong(number);
  do digits[n++] = char('0' + rest % 10); while (rest /= 10);
  if (number < 0) digits[n++] = '-';
  while (n && to < end) *to++ = digits[--n];
  return to;
}

char *put(char *to, const char *end, const uint *three) {
  for (uint d = 0; d < 3; d++) to = put(put(to, end, d ? ", " : "("), end, long(three[d]));
  return put(to, end, ")");
}

/// Notes what went wrong in a thread. The parts are texts and numbers, one after the other.
template <class... Parts> void report(const Thread &t, Parts... parts) {
  char *to = launch->message, *end = to + launch->room - 1;
  ((to = put(to, end, parts)), ...);
  to = put(put(put(to, end, ", in thread "), end, t.at.item), end, " of threadgroup ");
  *put(to, end, t.at.group) = 0;
  failed = true;
}

/// The same for the thread that runs; ends the launch.
template <class... Parts> void fail(Parts... parts) {
  report(*now, parts...);
  void *nowhere;
  metal_switch(&nowhere, scheduler);
}

// ---- memory

bool is_ordered(uint step, uint other) {
  return other / kLanes == now->at.simd && step != steps[now->at.simd];
}

void touch_shared(ulong at, ulong size, bool writes) {
  uint self = now->at.index;
  for (ulong n = at; n < at + size; n++) {
    Byte &b = bytes[n];
    if (!writes && b.written < first_interval) fail("reads threadgroup memory that no thread has written, at byte ", long(n));
    if (b.written == interval && b.writer != self && !is_ordered(b.write_step, b.writer))
      fail(writes ? "writes" : "reads", " byte ", long(n), " of threadgroup memory, which thread ", long(b.writer),
           " writes too, without a barrier between them");
    if (writes && b.read == interval && b.reader != self && (b.reader == kMany || !is_ordered(b.read_step, b.reader)))
      fail("writes byte ", long(n), " of threadgroup memory, which another thread reads, without a barrier between them");
    if (writes) b.written = interval, b.writer = (unsigned short)self, b.write_step = steps[now->at.simd];
    else {
      b.reader = b.read == interval && b.reader != self ? kMany : (unsigned short)self;
      b.read = interval, b.read_step = steps[now->at.simd];
    }
  }
}

void check(const void *address, ulong size, bool writes) {
  char *at = (char *)address;
  if (at >= now->low && at + size <= now->high) return;
  for (const Range *r = launch->ranges, *end = r + launch->n_ranges; r < end; r++) {
    if (at < r->begin || at + size > r->end) continue;
    if (writes && !r->writable) fail("writes constant memory, in buffer ", long(r->index));
    return;
  }
  ulong offset = ulong(at - launch->shared);
  if (at >= launch->shared && offset < launch->shared_size) {
    if (offset + size > launch->shared_size) fail("goes beyond the end of threadgroup memory");
    return touch_shared(offset, size, writes);
  }
  const Range *near = 0;
  ulong distance = ~0ul;
  for (const Range *r = launch->ranges, *end = r + launch->n_ranges; r < end; r++) {
    ulong d = at < r->begin ? ulong(r->begin - at) : ulong(at + size - r->end);
    if (d < distance) distance = d, near = r;
  }
  if (near && distance < 1ul << 24)
    fail(writes ? "writes " : "reads ", long(size), " bytes at byte ", long(at - near->begin), " of buffer ", long(near->index),
         ", which has ", long(near->end - near->begin));
  fail(writes ? "writes" : "reads", " memory that is no buffer of the launch");
}

// ---- threads

void wait(State why, ulong site) {
  now->state = why, now->site = site;
  metal_switch(&now->stack_pointer, scheduler);
}

void run_thread() {
  launch->entry(launch->arguments, &now->at);
  now->state = kDone;
  metal_switch(&now->stack_pointer, scheduler);
}

/// All threads of a group one after the other, on one stack.
void run_alone() {
  Position &at = now->at;
  const uint *items = launch->items;
  for (at.item[2] = 0; at.item[2] < items[2]; at.item[2]++)
    for (at.item[1] = 0; at.item[1] < items[1]; at.item[1]++)
      for (at.item[0] = 0; at.item[0] < items[0]; at.item[0]++) {
        at.index = (at.item[2] * items[1] + at.item[1]) * items[0] + at.item[0];
        at.lane = at.index % kLanes, at.simd = at.index / kLanes;
        launch->entry(launch->arguments, &at);
      }
  now->state = kDone;
  metal_switch(&now->stack_pointer, scheduler);
}

void prepare(Thread &t, uint number, void (*start)()) {
  t.low = launch->stacks + number * launch->stack_size, t.high = t.low + launch->stack_size;
  void **top = (void **)(t.high - 256);
#if defined(__x86_64__)
  *--top = 0;  // a function begins with its stack 8 bytes from a multiple of 16
  *--top = (void *)start;
  for (uint n = 0; n < kSaved; n++) *--top = 0;
#else
  top -= 20;
  for (uint n = 0; n < 20; n++) top[n] = 0;
  top[11] = (void *)start;
#endif
  t.stack_pointer = top, t.state = kReady, t.exchanges = 0;
}

void resume(Thread &t) {
  now = &t;
  metal_switch(&scheduler, t.stack_pointer);
}

/// Lets threads go on that all wait for the same thing. A fault if one does not: it never arrives.
bool release(uint begin, uint end, State why, const char *what) {
  ulong site = 0;
  for (uint n = begin; n < end; n++) if (threads[n].state == why) site = threads[n].site;
  for (uint n = begin; n < end; n++) {
    if (threads[n].state == why && threads[n].site == site) continue;
    if (threads[n].state == kDone) report(threads[n], what, " in line ", long(site >> 16), " is waited at, and a thread has ended");
    else report(threads[n], what, " in line ", long(site >> 16), " is waited at, and a thread waits in line ",
                long(threads[n].site >> 16));
    return false;
  }
  for (uint n = begin; n < end; n++) threads[n].state = kReady;
  return true;
}

bool any_is(State what, uint begin, uint end) {
  for (uint n = begin; n < end; n++) if (threads[n].state == what) return true;
  return false;
}

/// Lets go on whoever can. False if all have ended, or there is a fault.
bool release_waiting(uint count) {
  bool released = false;
  for (uint begin = 0; begin < count; begin += kLanes) {
    uint end = begin + kLanes < count ? begin + kLanes : count;
    if (!any_is(kAtSimd, begin, end)) continue;
    if (!release(begin, end, kAtSimd, "an operation of a SIMD group")) return false;
    released = true;
  }
  if (released || !any_is(kAtBarrier, 0, count)) return released;
  if (!release(0, count, kAtBarrier, "a barrier")) return false;
  if (fenced & kThreadgroupFence) interval++;
  return true;
}

void run_group(uint count) {
  first_interval = ++interval;
  if (!launch->meets) {
    prepare(threads[0], 0, run_alone);
    return resume(threads[0]);
  }
  for (uint n = 0; n < count; n++) prepare(threads[n], n, run_thread);
  do
    for (uint n = 0; n < count && !failed; n++)
      if (threads[n].state == kReady) resume(threads[n]);
  while (!failed && release_waiting(count));
}

void place(Position &at, uint index) {
  const uint *items = launch->items;
  at.index = index, at.lane = index % kLanes, at.simd = index / kLanes;
  at.item[0] = index % items[0], at.item[1] = index / items[0] % items[1], at.item[2] = index / items[0] / items[1];
}

}  // namespace

extern "C" {

/// Runs a launch; 1 if it failed, with what happened in its message.
__attribute__((visibility("default"))) int metal_run(Launch *l) {
  launch = l, failed = false;
  uint count = l->items[0] * l->items[1] * l->items[2];
  for (uint n = 0; n < count; n++) {
    for (uint d = 0; d < 3; d++) threads[n].at.groups[d] = l->groups[d], threads[n].at.items[d] = l->items[d];
    place(threads[n].at, n);
  }
  for (uint z = 0; z < l->groups[2]; z++)
    for (uint y = 0; y < l->groups[1]; y++)
      for (uint x = 0; x < l->groups[0]; x++) {
        for (uint n = 0; n < count; n++) threads[n].at.group[0] = x, threads[n].at.group[1] = y, threads[n].at.group[2] = z;
        for (ulong n = 0; n < l->shared_size; n++) l->shared[n] = char(0xcd);
        run_group(count);
        if (failed) return 1;
      }
  return 0;
}

void metal_barrier(ulong site, uint fences) {
  fenced = fences;
  wait(kAtBarrier, site);
}
void metal_simd_barrier(ulong site) {
  wait(kAtSimd, site);
  steps[now->at.simd] += now->at.lane == 0;
}
const char *metal_simd_exchange(ulong site, const void *value, uint size) {
  char (*slots)[16] = exchanged[now->at.simd][now->exchanges++ % 2];
  for (uint n = 0; n < size; n++) slots[now->at.lane][n] = ((const char *)value)[n];
  wait(kAtSimd, site);
  return slots[0];
}
uint metal_lane(void) { return now->at.lane; }
uint metal_lanes(void) {
  uint rest = now->at.items[0] * now->at.items[1] * now->at.items[2] - now->at.simd * kLanes;
  return rest < kLanes ? rest : kLanes;
}
void metal_atomic(const void *at, uint size) {
  if (ulong(at) % size) fail("an atomic operation at an address that is no multiple of ", long(size));
  check(at, size, true);
}

// ---- what clang calls at each access

void __tsan_init(void) {}
#define ACCESS(n) \
  void __tsan_read##n(const void *p) { \
    if (ulong(p) % n) fail("reads ", long(n), " bytes at an address that is no multiple of that"); \
    check(p, n, false); } \
  void __tsan_write##n(void *p) { \
    if (ulong(p) % n) fail("writes ", long(n), " bytes at an address that is no multiple of that"); \
    check(p, n, true); } \
  void __tsan_unaligned_read##n(const void *p) { check(p, n, false); } \
  void __tsan_unaligned_write##n(void *p) { check(p, n, true); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
#undef ACCESS

void *__tsan_memcpy(void *to, const void *from, ulong size) {
  check(from, size, false), check(to, size, true);
  for (ulong n = 0; n < size; n++) ((volatile char *)to)[n] = ((const char *)from)[n];
  return to;
}
void *__tsan_memmove(void *to, const void *from, ulong size) {
  check(from, size, false), check(to, size, true);
  return __builtin_memmove(to, from, size);
}
void *__tsan_memset(void *to, int value, ulong size) {
  check(to, size, true);
  for (ulong n = 0; n < size; n++) ((volatile char *)to)[n] = char(value);
  return to;
}

// ---- conversions that clang leaves to a library

#if defined(__x86_64__)
__bf16 __truncsfbf2(float x) {
  uint bits = __builtin_bit_cast(uint, x);
  uint kept = x != x ? (bits >> 16 | 0x40) : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return __builtin_bit_cast(__bf16, (unsigned short)kept);
}
#endif

}  // extern "C"
