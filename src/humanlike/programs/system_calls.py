"""Which system calls a stranger's program does without, as a filter for the kernel (seccomp, classic BPF).

Refused: memory that no process is charged for (anonymous files, System V and POSIX message queues, keys,
io_uring), looking into other processes, and everything that makes or enters namespaces or mounts. Sockets are of the
family between processes of one machine (AF_UNIX) only: the kernel's code for all others need not be trusted. A program
of another architecture than the machine's (whose numbers mean other calls) is ended.
"""

import platform
import struct

LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, REFUSE, END = 0x7FFF0000, 0x00050001, 0x80000000  # REFUSE: error 1, operation not permitted
NO_SUCH_FAMILY = 0x00050000 + 97  # what a kernel without that kind of socket answers
AF_UNIX = 1
OTHER_ABI = 0x40000000  # numbers from here up are x86-64's second set (x32)

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
REFUSED = {  # name: number on x86-64, on arm64
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "io_uring_setup": (425, 425),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "mount": (165, 40),
    "unshare": (272, 97),
    "setns": (308, 268),
}
SOCKETS = {"socket": (41, 198), "socketpair": (53, 199)}  # their first argument is the family
FIRST_ARGUMENT = (
    16  # where its lower half lies; a family is a 32-bit number, and both machines are little-endian
)


def filter_program() -> bytes | None:
    """The filter for this machine; None on an architecture whose numbers are not listed here."""
    machine = platform.machine()
    if machine not in ARCHITECTURES:
        return None
    column = list(ARCHITECTURES).index(machine)
    steps = [
        (LOAD, 0, 0, 4),  # the architecture of the call
        (JUMP_IF_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, END),
        (LOAD, 0, 0, 0),  # its number
        (JUMP_IF_AT_LEAST, 0, 1, OTHER_ABI),
        (RETURN, 0, 0, REFUSE),
    ]
    for numbers in REFUSED.values():
        steps += [(JUMP_IF_EQUAL, 0, 1, numbers[column]), (RETURN, 0, 0, REFUSE)]
    for numbers in SOCKETS.values():
        steps += [
            (JUMP_IF_EQUAL, 0, 4, numbers[column]),
            (LOAD, 0, 0, FIRST_ARGUMENT),
            (JUMP_IF_EQUAL, 1, 0, AF_UNIX),
            (RETURN, 0, 0, NO_SUCH_FAMILY),
            (RETURN, 0, 0, ALLOW),
        ]
    steps.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
