#define _GNU_SOURCE
#include "CProcesses.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int64_t processes_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

void processes_sleep(int64_t nanoseconds) {
  struct timespec span = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  nanosleep(&span, NULL);
}

static sigset_t deferred(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT), sigaddset(&set, SIGTERM), sigaddset(&set, SIGHUP);
  return set;
}

void processes_defer_signals(void) {
  sigset_t set = deferred();
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
}

bool processes_interrupted(void) {
  sigset_t pending, set = deferred();
  sigpending(&pending);
  return sigandset(&pending, &pending, &set) == 0 && !sigisemptyset(&pending);
}

int processes_spawn(const char *words, int input, int output, int error) {
  enum { most = 63 };
  char *arguments[most + 1];
  int count = 0;
  for (const char *word = words; *word && count < most; word += strlen(word) + 1)
    arguments[count++] = (char *)word;
  arguments[count] = NULL;

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, ignored;
  sigemptyset(&none);
  sigemptyset(&ignored), sigaddset(&ignored, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process;
  int failed = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed ? -failed : process;
}

processes_outcome processes_wait(int process) {
  int status;
  struct rusage usage;
  processes_outcome outcome = {.code = -1};
  if (process <= 0) return outcome;
  pid_t reaped;
  while ((reaped = wait4(process, &status, 0, &usage)) < 0 && errno == EINTR) {}
  outcome.nanoseconds = processes_now();
  if (reaped != process) return outcome;
  outcome.peakKiB = usage.ru_maxrss;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

bool processes_ended(int process) {
  return waitpid(process, NULL, WNOHANG) != 0;
}

void processes_signal(int process, int signal) {
  if (process > 0) kill(process, signal);
}

processes_outcome processes_run(const char *words, int input, int output, int error) {
  int64_t start = processes_now();
  processes_outcome outcome = processes_wait(processes_spawn(words, input, output, error));
  outcome.nanoseconds -= start;
  return outcome;
}

processes_outcome processes_run_reading(const char *words, int input, int error, char *bytes,
                                        size_t *count) {
  processes_outcome outcome = {.code = -1};
  size_t room = *count;
  int ends[2];
  *count = 0;
  if (!processes_pipe(ends)) return outcome;
  int64_t start = processes_now();
  int process = processes_spawn(words, input, ends[1], error);
  close(ends[1]);
  for (ssize_t got; (got = read(ends[0], bytes + *count, room - *count)) > 0;) *count += got;
  close(ends[0]);  // A child with more to say than there is room for must not wait for ever.
  outcome = processes_wait(process);
  outcome.nanoseconds -= start;
  return outcome;
}

int processes_open(const char *path, bool writing) {
  int flags = writing ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY;
  int descriptor = open(path, flags | O_CLOEXEC, 0600);
  return descriptor < 0 ? -errno : descriptor;
}

bool processes_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0; }

int64_t processes_read(int descriptor, char *bytes, size_t count) {
  return read(descriptor, bytes, count);
}

int64_t processes_write(int descriptor, const char *bytes, size_t count) {
  size_t written = 0;
  while (written < count) {
    ssize_t now = write(descriptor, bytes + written, count - written);
    if (now < 0) return -errno;
    written += now;
  }
  return written;
}

bool processes_readable(int descriptor, int milliseconds) {
  struct pollfd wait = {.fd = descriptor, .events = POLLIN};
  return poll(&wait, 1, milliseconds) > 0;
}

void processes_close(int descriptor) { close(descriptor); }

const char *processes_variable(const char *name) { return getenv(name); }

void processes_set_variable(const char *name, const char *value) { setenv(name, value, 1); }

bool processes_make_directory(char *pattern) { return mkdtemp(pattern) != NULL; }

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  remove(path);
  return 0;
}

void processes_remove_tree(const char *directory) {
  nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

void processes_remove(const char *path) { unlink(path); }

void processes_flush(void) { fflush(NULL); }

void processes_exit(int code) { exit(code); }

bool processes_executable(const char *path) { return access(path, X_OK) == 0; }

void processes_system(char *bytes, size_t count) {
  struct utsname name;
  if (uname(&name)) return;
  snprintf(bytes, count, "%s %s %s", name.sysname, name.release, name.machine);
}
