// Runs images of object files on another system: puts them at the addresses that they were linked for, writes down where the functions
// are that they call, and runs a kernel, alone or on the pool. It needs no C library of that system to be linked, only its names.
//
// What is read from standard input is written by images.py: a head, then images, functions and buffers, each with what follows it.
typedef unsigned long long u64;
typedef long long i64;
typedef struct { u64 images, functions, buffers, kernel, pieces, start, run, threads, times; } head;
typedef struct { u64 code, code_size, data, data_size; } image;
typedef struct { u64 address; char name[56]; } function;
enum { ROOM = 1 << 24, MOST_BUFFERS = 64, SCRATCH = 1 << 20, FAULT = 3 };

static char input[ROOM], scratch[SCRATCH] __attribute__((aligned(64)));

#ifdef _WIN32
#define API extern __declspec(dllimport)
API void *GetStdHandle(unsigned which);
API int ReadFile(void *file, void *to, unsigned size, unsigned *done, void *overlapped);
API int WriteFile(void *file, const void *from, unsigned size, unsigned *done, void *overlapped);
API void ExitProcess(unsigned status);
API void *VirtualAlloc(void *at, u64 size, unsigned kind, unsigned protection);
API int VirtualProtect(void *at, u64 size, unsigned protection, unsigned *before);
API int FlushInstructionCache(void *process, const void *at, u64 size);
API void *GetCurrentProcess(void);
API void *LoadLibraryA(const char *name);
API void *GetProcAddress(void *library, const char *name);

static unsigned read_some(char *to, unsigned size) {
  unsigned done = 0;
  return ReadFile(GetStdHandle(-10), to, size, &done, 0) ? done : 0;
}
static void write_all(const char *from, u64 size) {
  unsigned done;
  if (!WriteFile(GetStdHandle(-11), from, (unsigned)size, &done, 0) || done != size) ExitProcess(FAULT);
}
static void leave(int status) { ExitProcess(status); }
static int map_at(u64 at, u64 size) { return VirtualAlloc((void *)at, size, 0x3000, 0x04) == (void *)at; }
static int seal(u64 at, u64 size) {
  unsigned before;
  return VirtualProtect((void *)at, size, 0x20, &before) && FlushInstructionCache(GetCurrentProcess(), (void *)at, size);
}
static void *find(const char *name) {
  static const char *libraries[] = {"ucrtbase.dll", "ntdll.dll", "kernel32.dll", "kernelbase.dll"};
  for (int i = 0; i < 4; i++) {
    void *library = LoadLibraryA(libraries[i]), *found = library ? GetProcAddress(library, name) : 0;
    if (found) return found;
  }
  return 0;
}
#define MAIN int wWinMainCRTStartup(void)
#else
extern i64 read(int file, void *to, u64 size);
extern i64 write(int file, const void *from, u64 size);
extern void _exit(int status);
extern void *mmap(void *at, u64 size, int protection, int flags, int file, i64 offset);
extern int mprotect(void *at, u64 size, int protection);
extern void *dlsym(void *library, const char *name);

static unsigned read_some(char *to, unsigned size) {
  i64 done = read(0, to, size);
  return done > 0 ? (unsigned)done : 0;
}
static void write_all(const char *from, u64 size) {
  for (i64 done; size; from += done, size -= done)
    if ((done = write(1, from, size)) <= 0) _exit(FAULT);
}
static void leave(int status) { _exit(status); }
static int map_at(u64 at, u64 size) { return mmap((void *)at, size, 3, 0x32, -1, 0) == (void *)at; }
static int seal(u64 at, u64 size) {
#ifdef __aarch64__
  for (u64 line = at; line < at + size; line += 16) __asm__ volatile("dc cvau, %0\n dsb ish\n ic ivau, %0\n dsb ish\n isb" ::"r"(line));
#endif
  return mprotect((void *)at, size, 5) == 0;
}
static void *find(const char *name) { return dlsym(0, name); }
#define MAIN void _start(void)
#endif

void *memcpy(void *to, const void *from, u64 size) {
  for (u64 i = 0; i < size; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}

static char *next = input;
static void *take(u64 size) { return (next += size) - size; }

MAIN {
  u64 size = 0;
  for (unsigned done; size < ROOM && (done = read_some(input + size, ROOM - size > 65536 ? 65536 : (unsigned)(ROOM - size))); size += done) {}
  head *h = take(sizeof *h);
  image *images[8];
  for (u64 i = 0; i < h->images; i++) {
    image *m = images[i] = take(sizeof *m);
    if (!map_at(m->code, m->code_size + m->data_size)) leave(10);
    memcpy((void *)m->code, take(m->code_size), m->code_size);
    memcpy((void *)m->data, take(m->data_size), m->data_size);
  }
  for (u64 i = 0; i < h->functions; i++) {
    function *f = take(sizeof *f);
    void *found = find(f->name);
    if (!found) leave(20 + (int)i);
    memcpy((void *)f->address, &found, sizeof found);
  }
  for (u64 i = 0; i < h->images; i++)
    if (!seal(images[i]->code, images[i]->code_size)) leave(11);
  void *buffers[MOST_BUFFERS];
  u64 sizes[MOST_BUFFERS];
  for (u64 i = 0; i < h->buffers; i++) {
    sizes[i] = *(u64 *)take(64);
    buffers[i] = take((sizes[i] + 63) / 64 * 64);
  }
  void (*kernel)(void *const *, const i64 *, char *, i64, i64) = (void *)h->kernel;
  int (*start)(int) = (void *)h->start;
  void (*run)(void *, void *const *, const i64 *, char *, i64, i64, i64, i64) = (void *)h->run;
  if (h->start && start((int)h->threads - 1) != (int)h->threads - 1) leave(12);
  for (u64 i = 0; i < h->times; i++) {
    if (h->run) run((void *)kernel, buffers, 0, scratch, 0, (i64)h->pieces, 1, (i64)h->threads);
    else kernel(buffers, 0, scratch, 0, (i64)h->pieces);
  }
  for (u64 i = 0; i < h->buffers; i++) write_all(buffers[i], sizes[i]);
  leave(0);
#ifdef _WIN32
  return 0;
#endif
}
