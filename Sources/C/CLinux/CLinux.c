#define _GNU_SOURCE
#include "CLinux.h"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

_Static_assert((int)EPOLLIN == CLINUX_READABLE && (int)EPOLLOUT == CLINUX_WRITABLE, "epoll bits");
_Static_assert((int)EPOLLERR == CLINUX_ERROR && (int)EPOLLHUP == CLINUX_HANG_UP, "epoll bits");
_Static_assert((int)EPOLLRDHUP == CLINUX_PEER_CLOSED, "epoll bits");
_Static_assert((unsigned)EPOLLET == CLINUX_EDGE_TRIGGERED, "epoll bits");
_Static_assert(EPOLL_CTL_ADD == CLINUX_EPOLL_ADD, "epoll operations");

void clinux_error_text(int code, char *text, size_t count) {
  snprintf(text, count, "%s", strerrordesc_np(code) != NULL ? strerrordesc_np(code) : "unknown");
}

// MARK: Waiting

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_epoll_control(int epoll, int operation, int number, uint32_t readiness, uint64_t token) {
  struct epoll_event event = {.events = readiness, .data.u64 = token};
  return epoll_ctl(epoll, operation, number, &event);
}

int clinux_epoll_wait(int epoll, struct clinux_event *events, int capacity, int milliseconds) {
  struct epoll_event raw[64];
  int count = epoll_wait(epoll, raw, capacity < 64 ? capacity : 64, milliseconds);
  for (int i = 0; i < count; i++) {
    events[i] = (struct clinux_event){.token = raw[i].data.u64, .readiness = raw[i].events};
  }
  return count;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void clinux_wake(int number) {
  uint64_t one = 1;
  // Can only fail when the counter is full, and then the wake-up is pending.
  (void)!write(number, &one, sizeof one);
}

void clinux_drain(int number) {
  uint64_t count;
  (void)!read(number, &count, sizeof count);
}

int clinux_timerfd(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

static struct timespec timespec_of(uint64_t nanoseconds) {
  return (struct timespec){
      .tv_sec = (time_t)(nanoseconds / 1000000000u), .tv_nsec = (long)(nanoseconds % 1000000000u)};
}

int clinux_timerfd_set(int number, uint64_t nanoseconds) {
  struct itimerspec setting = {.it_value = timespec_of(nanoseconds)};
  return timerfd_settime(number, TFD_TIMER_ABSTIME, &setting, NULL);
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec now = {0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clinux_boottime(void) { return read_clock(CLOCK_BOOTTIME); }

uint64_t clinux_realtime(void) { return read_clock(CLOCK_REALTIME); }

int clinux_poll(int number, short events, short *revents, int64_t nanoseconds) {
  struct pollfd entry = {.fd = number, .events = events};
  struct timespec limit = timespec_of(nanoseconds < 0 ? 0 : (uint64_t)nanoseconds);
  int result = ppoll(&entry, 1, nanoseconds < 0 ? NULL : &limit, NULL);
  *revents = entry.revents;
  return result;
}

void clinux_sleep(int64_t nanoseconds) {
  struct timespec duration = timespec_of(nanoseconds < 0 ? 0 : (uint64_t)nanoseconds);
  nanosleep(&duration, NULL);
}

// MARK: Signals and threads

static sigset_t set_of(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++) {
    sigaddset(&set, signals[i]);
  }
  return set;
}

int clinux_block_signals(const int *signals, size_t count) {
  sigset_t set = set_of(signals, count);
  int code = pthread_sigmask(SIG_BLOCK, &set, NULL);
  errno = code;
  return code == 0 ? 0 : -1;
}

int clinux_signalfd(const int *signals, size_t count) {
  sigset_t set = set_of(signals, count);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_read_signal(int number) {
  struct signalfd_siginfo info;
  return read(number, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : -1;
}

void clinux_ignore_broken_pipe(void) { signal(SIGPIPE, SIG_IGN); }

struct thread_start {
  void *context;
  void (*body)(void *);
  char name[16];
};

static void *start_routine(void *argument) {
  struct thread_start start = *(struct thread_start *)argument;
  free(argument);
  pthread_setname_np(pthread_self(), start.name);
  start.body(start.context);
  return NULL;
}

int clinux_start_thread(
    const char *name, void *context, void (*body)(void *context), uintptr_t *thread) {
  struct thread_start *start = calloc(1, sizeof *start);
  if (start == NULL) {
    return ENOMEM;
  }
  start->context = context;
  start->body = body;
  // The kernel keeps 15 bytes of a thread's name; calloc has written the NUL.
  strncpy(start->name, name, sizeof start->name - 1);
  pthread_t raw;
  int code = pthread_create(&raw, NULL, start_routine, start);
  if (code != 0) {
    free(start);
    return code;
  }
  *thread = (uintptr_t)raw;
  return 0;
}

int clinux_join_thread(uintptr_t thread) { return pthread_join((pthread_t)thread, NULL); }

int clinux_detach_thread(uintptr_t thread) { return pthread_detach((pthread_t)thread); }

uintptr_t clinux_current_thread(void) { return (uintptr_t)pthread_self(); }

// MARK: Sockets

_Static_assert(sizeof(pthread_t) == sizeof(uintptr_t), "a thread is a number");

static socklen_t address_of(const uint8_t *path, size_t length, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (length == 0 || length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memcpy(address->sun_path, path, length);
  // An abstract name has no end mark: each byte of the length counts (unix(7)).
  size_t extra = path[0] == 0 ? 0 : 1;
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + extra);
}

int clinux_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

int clinux_bind(int number, const uint8_t *path, size_t length) {
  struct sockaddr_un address;
  socklen_t size = address_of(path, length, &address);
  return size == 0 ? -1 : bind(number, (struct sockaddr *)&address, size);
}

int clinux_connect(int number, const uint8_t *path, size_t length) {
  struct sockaddr_un address;
  socklen_t size = address_of(path, length, &address);
  return size == 0 ? -1 : connect(number, (struct sockaddr *)&address, size);
}

int clinux_accept(int number) { return accept4(number, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int clinux_socketpair(int numbers[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, numbers);
}

int clinux_peer(int number, uint32_t *uid, uint32_t *gid, int32_t *pid) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) {
    return -1;
  }
  *uid = credentials.uid;
  *gid = credentials.gid;
  *pid = credentials.pid;
  return 0;
}

int clinux_socket_error(int number) {
  int code = 0;
  socklen_t size = sizeof code;
  return getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno;
}

bool clinux_is_socket(int number) {
  struct stat status;
  return fstat(number, &status) == 0 && S_ISSOCK(status.st_mode);
}

union control {
  char bytes[CMSG_SPACE(sizeof(int) * CLINUX_DESCRIPTORS_PER_MESSAGE)];
  struct cmsghdr aligned;
};

ssize_t clinux_send(
    int number, const void *bytes, size_t count, const int *descriptors, size_t descriptor_count) {
  if (descriptor_count > CLINUX_DESCRIPTORS_PER_MESSAGE) {
    errno = EINVAL;
    return -1;
  }
  union control control;
  struct iovec vector = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  if (descriptor_count > 0) {
    size_t size = descriptor_count * sizeof(int);
    memset(&control, 0, CMSG_SPACE(size));
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(size);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(header), descriptors, size);
  }
  return sendmsg(number, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t clinux_receive(
    int number, void *bytes, size_t count, int *descriptors, size_t *descriptor_count,
    bool *truncated) {
  union control control;
  struct iovec vector = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &vector,
      .msg_iovlen = 1,
      .msg_control = &control,
      .msg_controllen = sizeof control};
  *descriptor_count = 0;
  *truncated = false;
  ssize_t received = recvmsg(number, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (received < 0) {
    return received;
  }
  *truncated = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
      continue;
    }
    size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < found; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
      if (*descriptor_count < CLINUX_DESCRIPTORS_PER_MESSAGE) {
        descriptors[(*descriptor_count)++] = descriptor;
      } else {
        close(descriptor);
      }
    }
  }
  return received;
}

int clinux_notify(const uint8_t *path, size_t length, const void *state, size_t count) {
  struct sockaddr_un address;
  socklen_t size = address_of(path, length, &address);
  if (size == 0) {
    return -1;
  }
  int number = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (number < 0) {
    return -1;
  }
  ssize_t sent =
      sendto(number, state, count, MSG_NOSIGNAL, (struct sockaddr *)&address, size);
  int code = errno;
  close(number);
  errno = code;
  return sent < 0 ? -1 : 0;
}

// MARK: Files

int clinux_open(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
}

int clinux_memfd(const char *name) {
#ifdef MFD_NOEXEC_SEAL
  // Kernels before 6.3 refuse the flag.
  int number = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  if (number >= 0 || errno != EINVAL) {
    return number;
  }
#endif
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int clinux_seal(int number) {
  return fcntl(
      number, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

int clinux_unnamed(int directory, const char *path) {
  return openat(directory, path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int clinux_temporary(const char *directory) {
  int number = clinux_unnamed(AT_FDCWD, directory);
  // Systems that do not know the flag see an attempt to write a directory.
  if (number >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) {
    return number;
  }
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/.xfer-XXXXXX", directory);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  number = mkostemp(path, O_CLOEXEC);
  if (number >= 0) {
    unlink(path);
  }
  return number;
}

int clinux_link_descriptor(int number, int directory, const char *path) {
  // The quicker way, open to root, and since Linux 6.10 to whoever opened it; ENOENT says no.
  static atomic_bool is_closed;
  if (!atomic_load_explicit(&is_closed, memory_order_relaxed)) {
    int result = linkat(number, "", directory, path, AT_EMPTY_PATH);
    if (result == 0 || errno != ENOENT) {
      return result;
    }
  }
  char source[32];
  snprintf(source, sizeof source, "/proc/self/fd/%d", number);
  int result = linkat(AT_FDCWD, source, directory, path, AT_SYMLINK_FOLLOW);
  if (result == 0) {
    atomic_store_explicit(&is_closed, true, memory_order_relaxed);
  }
  return result;
}

int clinux_rename_no_replace(
    int from_directory, const char *from, int to_directory, const char *to) {
  return renameat2(from_directory, from, to_directory, to, RENAME_NOREPLACE);
}

int clinux_open_at(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags | O_CLOEXEC | O_NOCTTY, mode);
}

int clinux_open_place(int directory, const char *path, bool follow) {
  const int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  return openat(directory, path, follow ? flags : flags | O_NOFOLLOW);
}

int clinux_set_mode_of_place(int number, mode_t mode) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", number);
  return chmod(path, mode);
}

ssize_t clinux_directory_entries(int number, void *bytes, size_t count) {
  return getdents64(number, bytes, count);
}

int clinux_is_made_by_kernel(int number) {
  struct statfs file_system;
  if (fstatfs(number, &file_system) != 0) {
    return -1;
  }
  switch ((unsigned long)file_system.f_type) {
    case PROC_SUPER_MAGIC:
    case SYSFS_MAGIC:
    case DEBUGFS_MAGIC:
    case TRACEFS_MAGIC:
    case SECURITYFS_MAGIC:
    case SELINUX_MAGIC:
    case CGROUP_SUPER_MAGIC:
    case CGROUP2_SUPER_MAGIC:
    case BPF_FS_MAGIC:
    case PSTOREFS_MAGIC:
    case EFIVARFS_MAGIC:
    case 0x62656570:  // configfs, which has no header
      return 1;
    default:
      return 0;
  }
}

int clinux_sync_file_system(int number) { return syncfs(number); }

int64_t clinux_seek_data(int number, int64_t offset) { return lseek(number, offset, SEEK_DATA); }

int64_t clinux_seek_hole(int number, int64_t offset) { return lseek(number, offset, SEEK_HOLE); }

int clinux_pipe(int numbers[2]) { return pipe2(numbers, O_CLOEXEC); }

int clinux_set_pipe_size(int number, int bytes) { return fcntl(number, F_SETPIPE_SZ, bytes); }

int clinux_duplicate(int number) { return fcntl(number, F_DUPFD_CLOEXEC, 0); }

int clinux_duplicate_above(int number, int lowest) {
  return fcntl(number, F_DUPFD_CLOEXEC, lowest);
}

int clinux_get_flags(int number) { return fcntl(number, F_GETFL); }

int clinux_set_flags(int number, int flags) { return fcntl(number, F_SETFL, flags); }

int clinux_set_close_on_exec(int number) { return fcntl(number, F_SETFD, FD_CLOEXEC); }

int clinux_clone_file(int source, int destination) { return ioctl(destination, FICLONE, source); }

ssize_t clinux_copy_range(int source, int64_t *offset, int destination, size_t count) {
  return copy_file_range(source, offset, destination, NULL, count, 0);
}

ssize_t clinux_sendfile(int destination, int source, int64_t *offset, size_t count) {
  return sendfile(destination, source, offset, count);
}

ssize_t clinux_splice(int source, int64_t *offset, int destination, size_t count) {
  return splice(source, offset, destination, NULL, count, SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
}

bool clinux_is_in_memory(int descriptor) {
  struct statfs file_system;
  return fstatfs(descriptor, &file_system) == 0 && file_system.f_type == TMPFS_MAGIC;
}

int clinux_begin_writing(int number, int64_t offset, int64_t count) {
  return sync_file_range(number, offset, count, SYNC_FILE_RANGE_WRITE);
}

int clinux_finish_writing(int number, int64_t offset, int64_t count) {
  const unsigned flags =
      SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  return sync_file_range(number, offset, count, flags);
}

ssize_t clinux_read_now(int number, void *bytes, size_t count) {
  struct iovec vector = {.iov_base = bytes, .iov_len = count};
  return preadv2(number, &vector, 1, -1, RWF_NOWAIT);
}

int clinux_terminal_size(int number, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(number, TIOCGWINSZ, &size) != 0) {
    return -1;
  }
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

// getpwuid would load shared NSS modules into a program that is otherwise fully static.
const char *clinux_home_of(uid_t user, char *bytes, size_t count) {
  FILE *file = fopen("/etc/passwd", "re");
  if (file == NULL) {
    return NULL;
  }
  char line[4096];
  const char *found = NULL;
  while (found == NULL && fgets(line, sizeof line, file) != NULL) {
    char *rest = line;
    char *fields[6];
    int index = 0;
    while (index < 6 && (fields[index] = strsep(&rest, ":")) != NULL) {
      index++;
    }
    if (index == 6 && strtoul(fields[2], NULL, 10) == user && strlen(fields[5]) < count) {
      strcpy(bytes, fields[5]);
      found = bytes;
    }
  }
  fclose(file);
  return found;
}

static void copy_status(const struct stat *raw, struct clinux_status *status) {
  *status = (struct clinux_status){
      .mode = raw->st_mode,
      .owner = raw->st_uid,
      .group = raw->st_gid,
      .byte_count = raw->st_size,
      .device = raw->st_dev,
      .inode = raw->st_ino,
      .modified = raw->st_mtim.tv_sec,
      .modified_nanoseconds = raw->st_mtim.tv_nsec};
}

int clinux_fstat(int number, struct clinux_status *status) {
  struct stat raw;
  if (fstat(number, &raw) != 0) {
    return -1;
  }
  copy_status(&raw, status);
  return 0;
}

int clinux_stat(const char *path, bool follow, struct clinux_status *status) {
  struct stat raw;
  if (fstatat(AT_FDCWD, path, &raw, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0) {
    return -1;
  }
  copy_status(&raw, status);
  return 0;
}

ssize_t clinux_get_attribute(const char *path, const char *name, void *value, size_t count) {
  return getxattr(path, name, value, count);
}

ssize_t clinux_attribute_names(int number, char *names, size_t count) {
  return flistxattr(number, names, count);
}

ssize_t clinux_attribute(int number, const char *name, void *value, size_t count) {
  return fgetxattr(number, name, value, count);
}

int clinux_set_attribute(int number, const char *name, const void *value, size_t count) {
  return fsetxattr(number, name, value, count, 0);
}

// Times beyond the year 2262 wrap instead of being undefined.
static int64_t nanoseconds_of(struct timespec time) {
  return (int64_t)((uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec);
}

int clinux_details(int number, const char *name, struct clinux_details *details) {
  struct stat raw;
  int result = name == NULL ? fstat(number, &raw)
                            : fstatat(number, name, &raw, AT_SYMLINK_NOFOLLOW);
  if (result != 0) {
    return -1;
  }
  copy_status(&raw, &details->status);
  details->links = raw.st_nlink;
  details->allocated = (int64_t)raw.st_blocks * 512;
  details->accessed = raw.st_atim.tv_sec;
  details->accessed_nanoseconds = raw.st_atim.tv_nsec;
  details->changed = nanoseconds_of(raw.st_ctim);
  return 0;
}

int clinux_get_version(const char *path, bool follow, struct clinux_version *version) {
  struct stat raw;
  if (fstatat(AT_FDCWD, path, &raw, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0) {
    return -1;
  }
  *version = (struct clinux_version){
      .mode = raw.st_mode,
      .owner = raw.st_uid,
      .device = raw.st_dev,
      .inode = raw.st_ino,
      .byte_count = raw.st_size,
      .modified = nanoseconds_of(raw.st_mtim),
      .changed = nanoseconds_of(raw.st_ctim)};
  return 0;
}

// Leases that only say whether we hold the server's promise: none is no sign of a writer.
static bool has_remote_leases(int number) {
  struct statfs system;
  if (fstatfs(number, &system) != 0) {
    return false;
  }
  switch ((uint32_t)system.f_type) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case 0xFF534D42: // CIFS, which the header does not name everywhere.
    case 0xFE534D42: // SMB 2
      return true;
    default:
      return false;
  }
}

int clinux_has_writer(const char *path, bool follow) {
  int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (follow ? 0 : O_NOFOLLOW);
  int number = open(path, flags);
  if (number < 0) {
    return errno == EAGAIN ? 1 : -1;
  }
  int result = 0, code = 0;
  // Who opens the file for writing in this very moment waits until we give the lease back, and we
  // are told by a signal: SIGIO would end the process, and SIGURG is ignored unless asked for.
  if (fcntl(number, F_SETSIG, SIGURG) != 0) {
    result = -1, code = ENOLCK;
  } else if (fcntl(number, F_SETLEASE, F_RDLCK) == 0) {
    fcntl(number, F_SETLEASE, F_UNLCK);
  } else if (errno == EAGAIN && !has_remote_leases(number)) {
    result = 1;
  } else {
    result = -1, code = ENOLCK;
  }
  close(number);
  errno = code;
  return result;
}

int clinux_is_served(int number) {
  struct statfs system;
  if (fstatfs(number, &system) != 0) {
    return -1;
  }
  switch ((uint32_t)system.f_type) {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case 0xFF534D42: // CIFS, and below SMB2, AFS and Ceph, which the header does not name everywhere.
    case 0xFE534D42:
    case 0x6B414653:
    case 0x00C36400:
    case AFS_SUPER_MAGIC:
    case CODA_SUPER_MAGIC:
    case V9FS_MAGIC:
    case FUSE_SUPER_MAGIC:
      return 1;
    default:
      return 0;
  }
}

bool clinux_may_enter(const char *directory) {
  return faccessat(AT_FDCWD, directory, R_OK | X_OK, AT_EACCESS) == 0;
}

// MARK: Changes of directories

_Static_assert(IN_ATTRIB == CLINUX_ATTRIBUTES && IN_CREATE == CLINUX_CREATED, "inotify bits");
_Static_assert(IN_CLOSE_WRITE == CLINUX_CLOSED_AFTER_WRITING, "inotify bits");
_Static_assert(IN_MOVED_FROM == CLINUX_MOVED_OUT && IN_MOVED_TO == CLINUX_MOVED_IN, "inotify bits");
_Static_assert(IN_DELETE == CLINUX_DELETED && IN_UNMOUNT == CLINUX_UNMOUNTED, "inotify bits");
_Static_assert(IN_DELETE_SELF == CLINUX_SELF_DELETED, "inotify bits");
_Static_assert(IN_MOVE_SELF == CLINUX_SELF_MOVED, "inotify bits");
_Static_assert(IN_Q_OVERFLOW == CLINUX_OVERFLOW && IN_IGNORED == CLINUX_IGNORED, "inotify bits");
_Static_assert(IN_ISDIR == CLINUX_IS_DIRECTORY, "inotify bits");

int clinux_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int clinux_inotify_add(int number, const char *directory, uint32_t events) {
  return inotify_add_watch(number, directory, events | IN_ONLYDIR | IN_EXCL_UNLINK);
}

int clinux_inotify_remove(int number, int watch) { return inotify_rm_watch(number, watch); }

// MARK: Memory

void *clinux_map_private(int number, size_t count) {
  void *memory = mmap(NULL, count, PROT_READ, MAP_PRIVATE | MAP_NORESERVE, number, 0);
  if (memory == MAP_FAILED) {
    return NULL;
  }
  madvise(memory, count, MADV_DONTDUMP);
  return memory;
}

int clinux_lock_memory(const void *memory, size_t count) { return mlock(memory, count); }

void clinux_unmap(void *memory, size_t count) { munmap(memory, count); }

void clinux_wipe(void *memory, size_t count) { explicit_bzero(memory, count); }

size_t clinux_page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

// MARK: Processes

struct launch {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const int *standard;
  bool new_session;
  const char *directory;
  const struct clinux_limits *limits;
  // The only thing that the child writes to our memory.
  volatile int failure;
};

// The limit, or the lower one that there is already: raising it is not permitted.
static int set_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) {
    return -1;
  }
  limit.rlim_max = hard < limit.rlim_max ? hard : limit.rlim_max;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  return setrlimit(resource, &limit);
}

static int confine(const struct clinux_limits *limits) {
  umask(077);
  uint64_t seconds = limits->processor_seconds;
  bool is_confined =
      // A program with the rights of its file's owner could neither be seen nor ended.
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
      set_limit(RLIMIT_CORE, 0, 0) == 0 &&
      set_limit(RLIMIT_AS, limits->memory, limits->memory) == 0 &&
      set_limit(RLIMIT_FSIZE, limits->file_size, limits->file_size) == 0 &&
      set_limit(RLIMIT_NPROC, limits->tasks, limits->tasks) == 0 &&
      set_limit(RLIMIT_NOFILE, limits->descriptors, limits->descriptors) == 0 &&
      // At the soft limit it is told by a signal of its own, at the hard one it is killed.
      set_limit(RLIMIT_CPU, seconds, seconds + 1) == 0 &&
      set_limit(RLIMIT_RTTIME, limits->mark, limits->mark) == 0;
  return is_confined ? 0 : -1;
}

// The child, which shares our memory until it executes the program: it makes system calls and
// nothing else, and never returns.
static _Noreturn void become(struct launch *launch) {
  // First, so that no handler of ours runs here once signals are let in.
  struct sigaction standard_action = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) {
    sigaction(signal, &standard_action, NULL);
  }
  bool is_ready = !launch->new_session || setsid() >= 0;
  for (int i = 0; i < 3 && is_ready; i++) {
    is_ready = dup2(launch->standard[i], i) >= 0;
  }
  is_ready = is_ready && (launch->directory == NULL || chdir(launch->directory) == 0) &&
             (launch->limits == NULL || confine(launch->limits) == 0);
  if (is_ready) {
    closefrom(3);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(launch->path, launch->arguments, launch->environment);
  }
  launch->failure = errno;
  _exit(127);
}

__attribute__((noinline)) static pid_t start(struct launch *launch) {
  pid_t child = vfork();
  if (child == 0) {
    become(launch);
  }
  return child;
}

// As posix_spawn does it, which knows no limits; to set them from outside comes too late.
int clinux_spawn(
    const char *path, char *const *arguments, char *const *environment, const int standard[3],
    bool new_session, const char *directory, const struct clinux_limits *limits, pid_t *child) {
  struct launch launch = {
      path, arguments, environment, standard, new_session, directory, limits, 0};
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t started = start(&launch);
  int code = started < 0 ? errno : launch.failure;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started >= 0 && code != 0) {
    while (waitpid(started, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  *child = started;
  return code;
}

uint64_t clinux_highest_mark(void) {
  struct rlimit limit;
  uint64_t highest = (uint64_t)1 << 62;
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) {
    return 0;
  }
  return limit.rlim_max < highest ? limit.rlim_max : highest;
}

uint64_t clinux_mark(pid_t process) {
  struct rlimit limit;
  return prlimit(process, RLIMIT_RTTIME, NULL, &limit) == 0 ? limit.rlim_max : 0;
}

int clinux_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int clinux_pidfd(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int clinux_pidfd_signal(int number, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, number, signal, NULL, 0);
}

int clinux_reap(pid_t process, int *code, int *signal) {
  int status = 0;
  pid_t found = waitpid(process, &status, WNOHANG);
  if (found <= 0) {
    return (int)found;
  }
  *code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return 1;
}

pid_t clinux_ended_child(void) {
  siginfo_t ended = {0};
  return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 ? ended.si_pid : 0;
}

char *const *clinux_environment(void) { return environ; }

int clinux_set_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int clinux_raise_locked_memory_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0) {
    return -1;
  }
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_MEMLOCK, &limit);
}

int clinux_set_descriptor_limit(uint64_t count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return -1;
  }
  limit.rlim_cur = count < limit.rlim_max ? count : limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limit);
}

int clinux_limit_memory(uint64_t bytes) {
  return set_limit(RLIMIT_AS, bytes, bytes);
}

uint64_t clinux_descriptor_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 1024;
}

// MARK: Local time

int clinux_localtime(int64_t seconds, struct clinux_local_time *local) {
  time_t time = (time_t)seconds;
  struct tm raw;
  if (localtime_r(&time, &raw) == NULL) {
    return -1;
  }
  *local = (struct clinux_local_time){
      .year = raw.tm_year + 1900,
      .month = raw.tm_mon + 1,
      .day = raw.tm_mday,
      .hour = raw.tm_hour,
      .minute = raw.tm_min,
      .second = raw.tm_sec,
      .offset_seconds = (int)raw.tm_gmtoff};
  return 0;
}
