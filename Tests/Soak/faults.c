// A disk that fails, fills up, stands still or lies, for the programs that load this library: set LD_PRELOAD to it, DISK
// to the folder whose files it concerns, and DISK_CONTROL to a file of the struct below, which the test changes while a
// program runs.
//
// With DISK_JOURNAL it records every write that was not synced, so that the test can revert some of them after a kill,
// like a power failure. A disk that lies answers a sync immediately, and continues to record.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WELL, FAIL_SYNC, FAIL_WRITE, LIE, STOP };

static struct control {
  _Atomic int64_t mode;
  _Atomic int64_t error;   // The errno of a failure.
  _Atomic int64_t after;   // How many calls of this kind succeed before.
  _Atomic int64_t failed;  // How many have failed.
  _Atomic int64_t calls;   // After how many more writes and syncs the program is killed; 0 is never.
  _Atomic int64_t most;    // After how many failures the disk works again; 0 is never.
} *control;

static const char *disk, *journal;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int), (*real_fdatasync)(int), (*real_ftruncate)(int, off_t);

static const char *copy(const char *text) { return text ? strdup(text) : NULL; }

__attribute__((constructor)) static void begin(void) {
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  // Copied, because PostgreSQL writes its title over its environment.
  disk = copy(getenv("DISK"));
  journal = copy(getenv("DISK_JOURNAL"));
  const char *path = getenv("DISK_CONTROL");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (disk && file >= 0) {
    void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) control = mapped;
  }
}

// The path of a file below the disk's folder, with '%' for '/'; null for any other.
static const char *name(int file, char path[4096]) {
  if (!control) return NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return NULL;
  path[length] = 0;
  size_t root = strlen(disk);
  if (strncmp(path, disk, root) != 0 || path[root] != '/') return NULL;
  // A file that was removed stays open, and nothing of it survives.
  if (length > 10 && strcmp(path + length - 10, " (deleted)") == 0) return NULL;
  // The index of the write-ahead log is memory that programs share, and is built again from the log.
  if (strstr(path, "-shm")) return NULL;
  for (char *letter = path + root + 1; *letter; letter++)
    if (*letter == '/') *letter = '%';
  return path + root + 1;
}

// Counts a write or a sync.
static int fails(int64_t mode) {
  if (control->calls > 0 && --control->calls == 0) kill(getpid(), SIGKILL);
  if (control->mode != mode) return 0;
  if (control->after-- > 0) return 0;
  if (control->most > 0 && control->failed >= control->most) return 0;
  control->failed++;
  errno = (int)control->error;
  return 1;
}

// Records the bytes before and after a change: offset, lengths, then both.
static void record(const char *name, int file, const void *data, size_t count, off_t offset, off_t size) {
  if (!journal) return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", journal, name);
  int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  struct stat before;
  fstat(file, &before);
  size_t length = data ? count : (size_t)(before.st_size > size ? before.st_size - size : 0);
  void *old = malloc(length + 1);
  ssize_t known = pread(file, old, length, data ? offset : size);
  int64_t head[5] = {data ? offset : size, known > 0 ? known : 0, data ? (int64_t)count : 0, before.st_size, data ? -1 : size};
  // In one call, because several processes may write one file.
  struct iovec parts[3] = {
      {head, sizeof head}, {old, known > 0 ? (size_t)known : 0}, {(void *)data, data ? count : 0}};
  if (writev(log, parts, 3) < 0) abort();
  close(log);
  free(old);
}

static ssize_t put(int file, const void *data, size_t count, off_t offset, int isAt) {
  char path[4096];
  const char *on = name(file, path);
  if (on) {
    pthread_mutex_lock(&lock);
    int isFailure = fails(FAIL_WRITE);
    if (!isFailure) record(on, file, data, count, isAt ? offset : lseek(file, 0, SEEK_CUR), 0);
    pthread_mutex_unlock(&lock);
    if (isFailure) return -1;
  }
  return isAt ? real_pwrite(file, data, count, offset) : real_write(file, data, count);
}

ssize_t write(int file, const void *data, size_t count) { return put(file, data, count, 0, 0); }
ssize_t pwrite(int file, const void *data, size_t count, off_t offset) { return put(file, data, count, offset, 1); }
ssize_t pwrite64(int file, const void *data, size_t count, off_t offset) { return put(file, data, count, offset, 1); }

static int synced(int file, int (*real)(int)) {
  char path[4096];
  const char *on = name(file, path);
  if (!on) return real(file);
  pthread_mutex_lock(&lock);
  int result = 0;
  // Stands still with writes that are not synced, until the test cuts the power.
  if (fails(STOP)) kill(getpid(), SIGSTOP);
  if (fails(FAIL_SYNC)) {
    result = -1;
  } else if (control->mode != LIE) {
    result = real(file);
    if (result == 0 && journal) {
      char log[8192];
      snprintf(log, sizeof log, "%s/%s", journal, on);
      unlink(log);
    }
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int file) { return synced(file, real_fsync); }
int fdatasync(int file) { return synced(file, real_fdatasync); }

static int cut(int file, off_t size) {
  char path[4096];
  const char *on = name(file, path);
  if (on) {
    pthread_mutex_lock(&lock);
    record(on, file, NULL, 0, 0, size);
    pthread_mutex_unlock(&lock);
  }
  return real_ftruncate(file, size);
}

int ftruncate(int file, off_t size) { return cut(file, size); }
int ftruncate64(int file, off_t size) { return cut(file, size); }
