/* The clock of one process, moved while it runs: loaded with LD_PRELOAD by clocks.py.
 *
 * The file that SOAK_CLOCK names holds two 64-bit integers: whether the clock stands still, and nanoseconds, which
 * are the time at which it stands still, or what is added to the time of day. The monotonic clock is left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct setting { volatile int64_t stands_still, nanoseconds; };
static struct setting *setting;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void load(void) {
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("SOAK_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *map = mmap(NULL, sizeof *setting, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (map != MAP_FAILED) setting = map;
}

int clock_gettime(clockid_t id, struct timespec *time) {
  if (!real_clock_gettime) load();
  int result = real_clock_gettime(id, time);
  if (result || !setting || (id != CLOCK_REALTIME && id != CLOCK_REALTIME_COARSE)) return result;
  int64_t now = setting->nanoseconds;
  if (!setting->stands_still) now += (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
  time->tv_sec = now / 1000000000;
  time->tv_nsec = now % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}
