// Has a program see another time of day: so many seconds from the true one as the file $CLOCK_SHIFT says.
//
// Debian's libfaketime does so, too, but shifts timers on the clock since boot along.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long shift(void) {
  const char *path = getenv("CLOCK_SHIFT");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  char text[32] = {0};
  if (file < 0) {
    return 0;
  }
  if (read(file, text, sizeof text - 1) < 0) {
    text[0] = 0;
  }
  close(file);
  return atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) {
    time->tv_sec += shift();
  }
  return result;
}
