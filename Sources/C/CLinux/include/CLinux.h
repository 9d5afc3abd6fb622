// What Linux offers and Swift cannot reach through Glibc: calls that need _GNU_SOURCE, macros, and
// calls without a wrapper. No logic beyond what the manual page of each call asks for. Functions
// answer as the call does: -1 with errno, unless noted.
#ifndef CLINUX_H
#define CLINUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Writes the words for an errno value.
void clinux_error_text(int code, char *text, size_t count);

// MARK: Waiting

enum {
  CLINUX_EPOLL_ADD = 1,
  CLINUX_EPOLL_DELETE = 2,
  CLINUX_EPOLL_MODIFY = 3,
};

enum {
  CLINUX_READABLE = 0x001,
  CLINUX_WRITABLE = 0x004,
  CLINUX_ERROR = 0x008,
  CLINUX_HANG_UP = 0x010,
  CLINUX_PEER_CLOSED = 0x2000,
};
#define CLINUX_EDGE_TRIGGERED 0x80000000u

struct clinux_event {
  uint64_t token;
  uint32_t readiness;
};

int clinux_epoll_create(void);
int clinux_epoll_control(int epoll, int operation, int number, uint32_t readiness, uint64_t token);
// At most 64 events; waits without end if `milliseconds` is negative.
int clinux_epoll_wait(int epoll, struct clinux_event *events, int capacity, int milliseconds);

int clinux_eventfd(void);
void clinux_wake(int number);
// Takes the count of an eventfd or a timerfd.
void clinux_drain(int number);
int clinux_timerfd(void);
// An absolute time of CLOCK_BOOTTIME; 0 disarms.
int clinux_timerfd_set(int number, uint64_t nanoseconds);
uint64_t clinux_boottime(void);
uint64_t clinux_realtime(void);
// Poll of one descriptor; negative nanoseconds wait without end. `revents` is written.
int clinux_poll(int number, short events, short *revents, int64_t nanoseconds);
void clinux_sleep(int64_t nanoseconds);

// MARK: Signals and threads

int clinux_block_signals(const int *signals, size_t count);
int clinux_signalfd(const int *signals, size_t count);
// The number of the signal, or -1.
int clinux_read_signal(int number);
void clinux_ignore_broken_pipe(void);
// errno value, 0 if the thread runs.
int clinux_start_thread(
    const char *name, void *context, void (*body)(void *context), uintptr_t *thread);
int clinux_join_thread(uintptr_t thread);
int clinux_detach_thread(uintptr_t thread);
uintptr_t clinux_current_thread(void);

// MARK: Sockets

enum { CLINUX_DESCRIPTORS_PER_MESSAGE = 253 };

// `path` of `length` bytes; a leading NUL makes it an abstract name.
int clinux_socket(void);
int clinux_bind(int number, const uint8_t *path, size_t length);
int clinux_connect(int number, const uint8_t *path, size_t length);
int clinux_accept(int number);
int clinux_socketpair(int numbers[2]);
int clinux_peer(int number, uint32_t *uid, uint32_t *gid, int32_t *pid);
int clinux_socket_error(int number);
bool clinux_is_socket(int number);
ssize_t clinux_send(
    int number, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count);
// `descriptors` has room for CLINUX_DESCRIPTORS_PER_MESSAGE.
ssize_t clinux_receive(
    int number, void *bytes, size_t count, int *descriptors, size_t *descriptor_count,
    bool *truncated);
int clinux_notify(const uint8_t *path, size_t length, const void *state, size_t count);

// MARK: Files

/// Whether a file lies on tmpfs, where a plain read waits for nothing but swap.
bool clinux_is_in_memory(int descriptor);

int clinux_open(const char *path, int flags, mode_t mode);
int clinux_memfd(const char *name);
int clinux_seal(int number);
// `path` is that of a directory, relative to another one that is open, or to AT_FDCWD; as below.
int clinux_unnamed(int directory, const char *path);
// As `clinux_unnamed`, by way of a name where the file system asks for one.
int clinux_temporary(const char *directory);
int clinux_link_descriptor(int number, int directory, const char *path);
int clinux_rename_no_replace(
    int from_directory, const char *from, int to_directory, const char *to);
int clinux_open_at(int directory, const char *path, int flags, mode_t mode);
// A directory as a place to start from, which need not be readable.
int clinux_open_place(int directory, const char *path, bool follow);
// Of a place, which fchmod does not take.
int clinux_set_mode_of_place(int number, mode_t mode);
// Raw entries, as struct linux_dirent64; 0 at the end.
ssize_t clinux_directory_entries(int number, void *bytes, size_t count);
// Whether files here are made up by the kernel, so that their sizes lie and reading has effects.
int clinux_is_made_by_kernel(int number);
// All of a file system, with the errors of what was written to it.
int clinux_sync_file_system(int number);
// The next place with data, or a hole, from `offset` on; moves the shared offset.
int64_t clinux_seek_data(int number, int64_t offset);
int64_t clinux_seek_hole(int number, int64_t offset);
int clinux_pipe(int numbers[2]);
int clinux_set_pipe_size(int number, int bytes);
int clinux_duplicate(int number);
int clinux_duplicate_above(int number, int lowest);
int clinux_get_flags(int number);
int clinux_set_flags(int number, int flags);
int clinux_set_close_on_exec(int number);
int clinux_clone_file(int source, int destination);
ssize_t clinux_copy_range(int source, int64_t *offset, int destination, size_t count);
ssize_t clinux_sendfile(int destination, int source, int64_t *offset, size_t count);
// `offset` may be NULL. Never blocks on a pipe.
ssize_t clinux_splice(int source, int64_t *offset, int destination, size_t count);
// Starts to write a range of a file to its disk.
int clinux_begin_writing(int number, int64_t offset, int64_t count);
// As above, and waits for the end.
int clinux_finish_writing(int number, int64_t offset, int64_t count);
ssize_t clinux_read_now(int number, void *bytes, size_t count);
int clinux_terminal_size(int number, int *columns, int *rows);
// NULL if there is no such line in /etc/passwd; else written to `bytes`, NUL-terminated.
const char *clinux_home_of(uid_t user, char *bytes, size_t count);

struct clinux_status {
  uint32_t mode;
  uint32_t owner;
  uint32_t group;
  int64_t byte_count;
  uint64_t device;
  uint64_t inode;
  int64_t modified;
  int64_t modified_nanoseconds;
};
int clinux_fstat(int number, struct clinux_status *status);
int clinux_stat(const char *path, bool follow, struct clinux_status *status);
ssize_t clinux_get_attribute(const char *path, const char *name, void *value, size_t count);
// Of an open file; names are separated by NUL.
ssize_t clinux_attribute_names(int number, char *names, size_t count);
ssize_t clinux_attribute(int number, const char *name, void *value, size_t count);
int clinux_set_attribute(int number, const char *name, const void *value, size_t count);

// As `clinux_status`, with what only a copier asks for.
struct clinux_details {
  struct clinux_status status;
  uint64_t links;
  int64_t allocated;
  int64_t accessed;
  int64_t accessed_nanoseconds;
  int64_t changed; // In nanoseconds since 1970.
};
// Of `name` in a directory, never of what a link leads to; of the directory itself if NULL.
int clinux_details(int number, const char *name, struct clinux_details *details);

// Which file a path leads to, and in which state; times in nanoseconds since 1970.
struct clinux_version {
  uint32_t mode;
  uint32_t owner;
  uint64_t device;
  uint64_t inode;
  int64_t byte_count;
  int64_t modified;
  int64_t changed;
};
int clinux_get_version(const char *path, bool follow, struct clinux_version *version);
// 0: nobody has the regular file open for writing, or mapped so; 1: somebody has; -1: errno, with
// ENOLCK where its file system or its owner does not let us know.
int clinux_has_writer(const char *path, bool follow);
// Whether another machine or another program answers for what is read from an open file.
int clinux_is_served(int number);
bool clinux_may_enter(const char *directory);

// MARK: Changes of directories

enum {
  CLINUX_ATTRIBUTES = 0x4,
  CLINUX_CLOSED_AFTER_WRITING = 0x8,
  CLINUX_MOVED_OUT = 0x40,
  CLINUX_MOVED_IN = 0x80,
  CLINUX_CREATED = 0x100,
  CLINUX_DELETED = 0x200,
  CLINUX_SELF_DELETED = 0x400,
  CLINUX_SELF_MOVED = 0x800,
  CLINUX_UNMOUNTED = 0x2000,
  CLINUX_OVERFLOW = 0x4000,
  CLINUX_IGNORED = 0x8000,
  CLINUX_IS_DIRECTORY = 0x40000000,
};
int clinux_inotify(void);
// The number of the watch, which is the one there is if the directory is watched already.
int clinux_inotify_add(int number, const char *directory, uint32_t events);
int clinux_inotify_remove(int number, int watch);

// MARK: Memory

void *clinux_map_private(int number, size_t count);
int clinux_lock_memory(const void *memory, size_t count);
void clinux_unmap(void *memory, size_t count);
void clinux_wipe(void *memory, size_t count);
size_t clinux_page_size(void);

// MARK: Processes

// What a process and its descendants may use; none of them can raise a limit again.
struct clinux_limits {
  uint64_t memory;
  uint64_t descriptors;
  uint64_t processor_seconds;
  uint64_t file_size;
  // Of the user, whoever's they are.
  uint64_t tasks;
  // Of the processor time without a pause as a real-time process: bounds nothing that is not one,
  // and says of which command a process is, whatever session, parent and environment it has.
  uint64_t mark;
};
// errno value, 0 if the child runs. Descriptors are 3 or more; every other one is closed. `limits`
// may be NULL.
int clinux_spawn(
    const char *path, char *const *arguments, char *const *environment, const int standard[3],
    bool new_session, const char *directory, const struct clinux_limits *limits, pid_t *child);
// The largest mark that may be given; 0 if there is none.
uint64_t clinux_highest_mark(void);
// Of a process that we may look at, else 0.
uint64_t clinux_mark(pid_t process);
int clinux_adopt_orphans(void);
int clinux_pidfd(pid_t process);
int clinux_pidfd_signal(int number, int signal);
// 1: has ended, `code` or `signal` is written (the other is 0); 0: still runs; -1: errno.
int clinux_reap(pid_t process, int *code, int *signal);
// A child that has ended and was not reaped, which it is not by this; 0 if there is none.
pid_t clinux_ended_child(void);
int clinux_set_undumpable(void);
int clinux_raise_locked_memory_limit(void);
int clinux_set_descriptor_limit(uint64_t limit);
int clinux_limit_memory(uint64_t bytes);
uint64_t clinux_descriptor_limit(void);
char *const *clinux_environment(void);

// MARK: Local time

struct clinux_local_time {
  int year, month, day, hour, minute, second, offset_seconds;
};
int clinux_localtime(int64_t seconds, struct clinux_local_time *local);

#endif
