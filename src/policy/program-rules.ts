import type { CommandRule } from './command-rule';
import { READER_RULES } from './reader-rules';
import { WRITER_RULES } from './writer-rules';

/** The programs whose arguments are known, by name. */
export const COMMAND_RULES: Readonly<Record<string, CommandRule>> = { ...READER_RULES, ...WRITER_RULES };

/** Programs that run other commands in a way that cannot be judged from their arguments. */
export const OPAQUE: ReadonlySet<string> = new Set(
  (
    'zsh ksh ksh93 mksh oksh pdksh yash sudo sudoedit doas su runuser pkexec chroot unshare nsenter setpriv setarch capsh systemd-run machinectl bwrap firejail proot fakeroot ' +
    'parallel strace ltrace gdb lldb valgrind script scriptreplay watch entr at batch crontab start-stop-daemon daemonize screen tmux expect ' +
    'prlimit choom sg newgrp gosu su-exec chpst softlimit unbuffer eatmydata faketime cpulimit numactl perf systemd-inhibit systemd-cat ' +
    'systemd-nspawn ssh-agent gpg-agent dbus-launch chronic ifne mispipe torsocks proxychains proxychains4 hyperfine catchsegv aa-exec runcon sshpass ' +
    'pee zrun vipe vidir dc m4 tini dumb-init pwsh nu elvish xonsh posh sash rc es ' +
    'socat ncat nc netcat flock taskset chrt rlwrap dbus-run-session xvfb-run xterm run-parts ld.so csh tcsh fish ' +
    'vi vim nvim view ex ed red emacs nano pico less more most man info mail mailx ' +
    'command builtin exec eval source alias trap cd hash export set unset readonly declare typeset local enable shopt let mapfile ' +
    'readarray read getopts wait jobs fg bg ulimit umask bind'
  ).split(' '),
);
