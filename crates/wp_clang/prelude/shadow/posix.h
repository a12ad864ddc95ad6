// Functions of POSIX whose names programs may use for other things, where a file includes their headers.

#ifndef __WP_POSIX
#define __WP_POSIX

struct stat { unsigned long st_dev, st_ino, st_nlink; unsigned int st_mode, st_uid, st_gid; long st_size, st_blocks; time_t st_atime, st_mtime, st_ctime; };
#define S_ISDIR(MODE) (((MODE) & 0170000) == 0040000)
#define S_ISREG(MODE) (((MODE) & 0170000) == 0100000)
struct sockaddr { unsigned short sa_family; char sa_data[14]; };
struct in_addr { unsigned int s_addr; };
struct sockaddr_in { unsigned short sin_family, sin_port; struct in_addr sin_addr; char sin_zero[8]; };
#define AF_INET 2
#define AF_UNIX 1
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define INADDR_ANY 0
#define INADDR_LOOPBACK 0x7f000001
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
#define SIGINT 2
#define SIGSEGV 11
#define SIGTERM 15
#define SIGKILL 9
#define SIGABRT 6
extern "C" {
int close(int);
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
long lseek(int, long, int);
int access(const char *, int);
int unlink(const char *);
int mkdir(const char *, unsigned int);
int rmdir(const char *);
int chdir(const char *);
char *getcwd(char *, size_t);
int ftruncate(int, long);
int dup2(int, int);
int pipe(int *);
int fork(void);
int getpid(void);
int kill(int, int);
int isatty(int);
long sysconf(int);
int gethostname(char *, size_t);
void (*signal(int, void (*)(int)))(int);
int raise(int);
int socket(int, int, int);
int connect(int, const struct sockaddr *, unsigned int);
int bind(int, const struct sockaddr *, unsigned int);
int listen(int, int);
int accept(int, struct sockaddr *, unsigned int *);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
int setsockopt(int, int, int, const void *, unsigned int);
unsigned short htons(unsigned short);
unsigned short ntohs(unsigned short);
unsigned int htonl(unsigned int);
unsigned int ntohl(unsigned int);
unsigned int inet_addr(const char *);
int inet_pton(int, const char *, void *);
}

#endif
