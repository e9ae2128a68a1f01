/* Preloaded into a process, it plays a disk that is full from the n-th write on.

   fail_from(n, folder): the n-th write to a file below the folder, and all after it, fail with
   ENOSPC; n = 0 for never. failed() tells how many did. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long from, done, failures;
static char place[PATH_MAX];

void fail_from(long n, const char *folder) {
    from = n, done = failures = 0;
    snprintf(place, sizeof place, "%s/", folder);
}

long failed(void) { return failures; }

static int is_full(int file) {
    char link[64], name[PATH_MAX];
    if (!from) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0) return 0;
    name[length] = 0;
    if (strncmp(name, place, strlen(place)) || ++done < from) return 0;
    failures++;
    errno = ENOSPC;
    return 1;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *data, size_t size) {
    return is_full(file) ? -1 : REAL(write)(file, data, size);
}
ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    return is_full(file) ? -1 : REAL(pwrite)(file, data, size, at);
}
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    return is_full(file) ? -1 : REAL(pwrite64)(file, data, size, at);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
    return is_full(file) ? -1 : REAL(writev)(file, parts, count);
}
