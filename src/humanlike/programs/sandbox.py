"""The sandbox: what of the world a stranger's program is shown, as a bubblewrap command.

A program finds itself alone: own user, process, network, IPC, host-name and control-group namespaces, no
capabilities, no way to make further user namespaces, an empty environment. It sees `/usr` and a minimal
`/etc` (read-only), its own files (`/entry`, read-only), its input (`/input`, read-only, all time stamps
equal), what it has learned (`/model`, read-only, where it learns), an empty output directory and an empty `/tmp` of
limited size, and nothing else: no human data, no
other entries, no network, not even loopback to this machine. When the first process ends, the kernel ends all.

Limits on a single process (address space, files, processor time) and on the number of processes are set by a
launcher *inside* the namespaces: the kernel counts processes per user namespace, so neighbours do not matter.
The launcher reports `ready` and waits for `go`: whatever fails before `ready` is the sandbox's own trouble.

Not fixed: the clock. A program can read the time of day and measure time; what it learns is when it ran.
"""

import os
import resource
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import humanlike
from humanlike.core import BadRequest
from humanlike.programs.limits import ADDRESS_FACTOR, OPEN_FILES, Limits

UNPRIVILEGED = 61337  # the user a program runs as where the organiser is root; needs no account
SHOWN = (Path("/usr"), Path("/nix/store"))  # where compilers and interpreters live
MERGED = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")  # links into /usr, or directories of their own
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
NEEDED = (
    "/usr/bin",
    "/usr/sbin",
    "/usr/lib",
    "/usr/lib64",
    "/usr/include",
    "/usr/local/bin",
    "/usr/local/lib",
    "/etc",
)
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC"}
READY = b"ready\n"


@dataclass(frozen=True)
class Box:
    """What is put into the sandbox, and whether the program builds itself, answers by file or converses."""

    entry: Path
    inputs: Path | None = None
    outputs: Path | None = None  # only for a trusted program; in the sandbox the output is a place of its own
    model: Path | None = None
    building: bool = False
    conversing: bool = False


def is_root() -> bool:
    """Whether programs have to be moved to an unprivileged user."""
    return os.geteuid() == 0


def bubblewrap() -> str | None:
    """Where bubblewrap is, if it is."""
    return shutil.which("bwrap")


def sandbox_command(box: Box, limits: Limits, information: int, calls: int | None) -> list[str]:
    """The command that opens the sandbox and starts the launcher in it."""
    words = [bubblewrap() or "bwrap", "--unshare-user", "--disable-userns", "--unshare-pid", "--unshare-net"]
    words += ["--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--uid", "1000", "--gid", "1000"]
    words += [
        "--hostname",
        "sandbox",
        "--cap-drop",
        "ALL",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
    ]
    for name, value in ENVIRONMENT.items():
        words += ["--setenv", name, value]
    words += _system(limits.unseen)
    words += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    words += ["--size", str(limits.scratch_bytes), "--tmpfs", "/tmp"]
    words += _contents(box, limits)
    words += ["--remount-ro", "/", "--info-fd", str(information)]
    words += [] if calls is None else ["--seccomp", str(calls)]
    return [
        *words,
        "--chdir",
        "/entry",
        "--",
        "/bin/sh",
        "-c",
        launcher(limits, box, strict=True),
        "launcher",
    ]


def _system(unseen: Iterable[Path]) -> list[str]:
    words = []
    for path in SHOWN:
        words += ["--ro-bind-try", str(path), str(path)]
    for name in MERGED:
        path = Path("/") / name
        if path.is_symlink():
            words += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    for name in SETTINGS:
        words += ["--ro-bind-try", name, name]
    for path in hidden(unseen):
        if path.is_dir():
            words += ["--tmpfs", str(path), "--remount-ro", str(path)]
        else:
            words += ["--ro-bind", "/dev/null", str(path)]
    return words


def hidden(unseen: Iterable[Path] = ()) -> list[Path]:
    """What lies in a shown place but is not for strangers: this package, human data, all else the organiser reads.

    A place that holds the system's own programs cannot be covered, and is refused unless it is only where we stand.
    """
    here = Path.cwd()
    candidates = [Path(humanlike.__file__).parent, here, *unseen]
    if os.environ.get("HUMANLIKE_DATA"):
        candidates.append(Path(os.environ["HUMANLIKE_DATA"]))
    shown = [*SHOWN, *(Path("/") / name for name in MERGED), *map(Path, SETTINGS)]
    resolved = {path.resolve(): path for path in candidates if path.exists()}
    inside = [path for path in resolved if any(path.is_relative_to(place) for place in shown)]
    needed = {path for path in inside if any(place.is_relative_to(path) for place in map(Path, NEEDED))}
    for path in needed:
        if resolved[path] != here:
            raise BadRequest(
                f"'{resolved[path]}' is read in this run and holds the system's programs, which strangers are shown: "
                "move what is to be kept from them to a directory of its own."
            )
    left = [path for path in inside if path not in needed]
    return sorted(path for path in left if not any(other in path.parents for other in left))


def _contents(box: Box, limits: Limits) -> list[str]:
    if box.building:
        size = ["--size", str(limits.scratch_bytes)]
        return ["--ro-bind", str(box.entry), "/source", *size, "--tmpfs", "/entry"]
    words = ["--ro-bind", str(box.entry), "/entry", "--size", str(limits.output_bytes), "--tmpfs", "/output"]
    for place, path in (("/input", box.inputs), ("/model", box.model)):
        words += [] if path is None else ["--ro-bind", str(path), place]
    return words


def launcher(limits: Limits, box: Box, *, strict: bool) -> str:
    """The shell script that limits itself, says `ready`, waits for `go` and becomes the program.

    Unless `strict`, limits the system does not know are passed over and processes are not counted.
    """
    address_space = ADDRESS_FACTOR * limits.memory_bytes
    largest_file = max(limits.output_bytes, limits.scratch_bytes)
    steps = [
        "ulimit -c 0",
        f"ulimit -v {_at_most(resource.RLIMIT_AS, address_space) // 1024}",
        f"ulimit -f {_at_most(resource.RLIMIT_FSIZE, largest_file) // 512}",
        f"ulimit -t {_at_most(resource.RLIMIT_CPU, int(limits.cpu_seconds) + 1)}",
        f"ulimit -n {_at_most(resource.RLIMIT_NOFILE, OPEN_FILES)}",
    ]
    if strict:  # the option that counts processes has two names among shells
        steps.append(
            f"if (ulimit -u {limits.processes}) 2>/dev/null; "
            f"then ulimit -u {limits.processes}; else ulimit -p {limits.processes}; fi"
        )
        steps = [f"{{ {step}; }} || exit 1" for step in steps]
    else:
        steps = [f"{step} 2>/dev/null" for step in steps]
    steps += ["echo ready", "read -r go || exit 1"]
    if strict and box.building:  # after `go`: files that do not fit are the entry's affair
        steps.append("cp -R /source/. /entry/ >&2 || exit 1")
    return "\n".join([*steps, 'exec "$@"' if box.conversing else 'exec "$@" </dev/null >&2'])


def _at_most(kind: int, wanted: int) -> int:
    """What is wanted, or less where this process may not have so much itself."""
    hard = resource.getrlimit(kind)[1]
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
