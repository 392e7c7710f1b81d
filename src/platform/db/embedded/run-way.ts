/** The identity of the server's processes. */
type Privilege =
  /** The user of this process. */
  | { kind: 'same' }
  /** A user namespace where this user has the id `uid`. The files stay this user's. */
  | { kind: 'user-namespace'; uid: number; gid: number }
  /** Another user, which only root can become. */
  | { kind: 'other-user'; uid: number; gid: number };

/** Stops the server when this process is killed: the kernel, or a shell that waits for the end of a pipe. */
type Guard = 'setpriv' | 'watchdog';

/** A way to run PostgreSQL's programs, which refuse to run as root and must not outlive this process. */
export interface RunWay {
  privilege: Privilege;
  guard: Guard;
}

interface Circumstances {
  /** The effective user id of this process. */
  uid: number;
  /** The owner of the cluster's directory, if it exists. */
  owner: { uid: number; gid: number } | undefined;
  /** The content of /etc/passwd. */
  passwd: string;
}

/**
 * Returns the possible ways, best first. An ordinary user runs the server as itself. Root uses a user namespace where
 * it is not root, so that no other user is needed and the files stay root's. Where user namespaces are forbidden, root
 * becomes the unprivileged user `nobody`. A cluster of another user keeps its owner. initdb looks its user up by id. An identity without an
 * entry in /etc/passwd (a container started with `--user 12345`) must therefore take on another.
 */
export function candidateWays({ uid, owner, passwd }: Circumstances): RunWay[] {
  const known = accountsOf(passwd);
  const unprivileged = known.find(({ name }) => name === 'nobody') ??
    known.find((account) => account.uid !== 0) ?? { uid: 65534, gid: 65534 };
  const borrowed = { uid: unprivileged.uid, gid: unprivileged.gid };
  const privileges: Privilege[] = [];
  if (uid !== 0) {
    const namespace: Privilege = { kind: 'user-namespace', ...borrowed };
    privileges.push(...(known.some((account) => account.uid === uid) ? [] : [namespace]), { kind: 'same' });
  } else if (owner && owner.uid !== 0) {
    privileges.push({ kind: 'other-user', ...owner });
  } else {
    privileges.push({ kind: 'user-namespace', ...borrowed }, { kind: 'other-user', ...borrowed });
  }
  return privileges.flatMap((privilege) => [
    { privilege, guard: 'setpriv' as const },
    { privilege, guard: 'watchdog' as const },
  ]);
}

function accountsOf(passwd: string): { name: string; uid: number; gid: number }[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '')
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : [];
  });
}

/**
 * Descriptor 3 is a pipe from this process. When it ends without a line, the process was killed, and the shell sends
 * the program SIGINT, as the parent-death signal would. (The shell becomes the program, so they share an id.) The
 * subshell detaches the waiting process, which the program would take for its child.
 */
const watchdog = `( { read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & )
exec "$@" 3<&-`;

/**
 * Returns the command line that runs `program` in this way. Every wrapper becomes the program, so the process id never
 * changes.
 */
export function wrap(way: RunWay, program: string[]): string[] {
  const guarded =
    way.guard === 'setpriv'
      ? ['setpriv', '--pdeathsig', 'INT', '--', ...program]
      : ['/bin/sh', '-c', watchdog, 'parley-watchdog', ...program];
  if (way.privilege.kind !== 'user-namespace') return guarded;
  const { uid, gid } = way.privilege;
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', ...guarded];
}

/** Describes the way for the log. */
export function describeWay({ privilege, guard }: RunWay): string {
  const identity =
    privilege.kind === 'same'
      ? 'as this user'
      : privilege.kind === 'user-namespace'
        ? 'in a user namespace'
        : `as user id ${privilege.uid}`;
  return `${identity}, ${guard === 'setpriv' ? 'with a parent-death signal' : 'watched by a shell'}`;
}
