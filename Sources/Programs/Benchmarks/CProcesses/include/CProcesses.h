// What the benchmark needs of the system, so that it measures without an event loop in between.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What became of a process.
typedef struct {
  int64_t nanoseconds;  ///< From just before it was started until it was reaped.
  int64_t peakKiB;      ///< The most memory that was resident.
  int code;             ///< Its exit code; 128 and the signal if one ended it.
} processes_outcome;

/// Nanoseconds of the monotonic clock.
int64_t processes_now(void);
void processes_sleep(int64_t nanoseconds);

/// Blocks SIGINT, SIGTERM and SIGHUP here, so that there is time to clean up; children get them.
void processes_defer_signals(void);
/// Whether one of those signals has come.
bool processes_interrupted(void);

/// Starts a program; `words` are separated by NUL, the last is empty. Else the negated errno.
int processes_spawn(const char *words, int input, int output, int error);
/// Waits for a process; `nanoseconds` of the outcome is the time of its end.
processes_outcome processes_wait(int process);
/// Whether the process has ended; it is reaped then.
bool processes_ended(int process);
void processes_signal(int process, int signal);
/// Starts a program and waits for it.
processes_outcome processes_run(const char *words, int input, int output, int error);
/// The same, reading what it writes to the end; `count` is the room before, the length after.
processes_outcome processes_run_reading(const char *words, int input, int error, char *bytes,
                                        size_t *count);

/// Descriptors that are closed on exec; the negated errno if it fails.
int processes_open(const char *path, bool writing);
bool processes_pipe(int ends[2]);
int64_t processes_read(int descriptor, char *bytes, size_t count);
int64_t processes_write(int descriptor, const char *bytes, size_t count);
/// Whether there is something to read within so many milliseconds.
bool processes_readable(int descriptor, int milliseconds);
void processes_close(int descriptor);

const char *processes_variable(const char *name);
void processes_set_variable(const char *name, const char *value);
/// Makes `directory/xfer-bench.XXXXXX`, changing the letters in `pattern`.
bool processes_make_directory(char *pattern);
/// Removes a directory with all that is in it.
void processes_remove_tree(const char *directory);
void processes_remove(const char *path);
bool processes_executable(const char *path);
/// Writes out what was printed, also into a pipe.
void processes_flush(void);
/// Ends this process.
void processes_exit(int code);
/// System, release and machine, as `uname -srm` prints them.
void processes_system(char *bytes, size_t count);
