/** Under which identity the server's processes run. */
type Privilege =
  /** As this process. */
  | { kind: 'same' }
  /** In a user namespace where this user has the id `uid`: the files stay this user's. */
  | { kind: 'user-namespace'; uid: number; gid: number }
  /** As another user; only root can do that. */
  | { kind: 'other-user'; uid: number; gid: number };

/** What stops the server when this process is killed: the kernel, or a shell that waits for the end of a pipe. */
type Guard = 'setpriv' | 'watchdog';

/** One way to run PostgreSQL's programs, which refuse to run as root and must not outlive this process. */
export interface RunWay {
  privilege: Privilege;
  guard: Guard;
}

interface Circumstances {
  /** The effective user id of this process. */
  uid: number;
  /** Whom the cluster's directory belongs to, if there is one. */
  owner: { uid: number; gid: number } | undefined;
  /** The content of /etc/passwd. */
  passwd: string;
}

/**
 * The ways that may work, the best one first. An ordinary user runs the server as itself. Root does so in a user
 * namespace where it is not root, so that no other user is needed and the files stay root's; where user
 * namespaces are forbidden it becomes `nobody`. A cluster that belongs to somebody else keeps its owner.
 * initdb looks its user up by id, so an identity without an entry in /etc/passwd (a container started with
 * `--user 12345`) has to take on one that has.
 */
export function candidateWays({ uid, owner, passwd }: Circumstances): RunWay[] {
  const known = accountsOf(passwd);
  const nobody = known.find(({ name }) => name === 'nobody') ??
    known.find((account) => account.uid !== 0) ?? { uid: 65534, gid: 65534 };
  const borrowed = { uid: nobody.uid, gid: nobody.gid };
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
 * Descriptor 3 is a pipe from this process. When it ends without a line, the process was killed, and the program
 * (whose id is the shell's, for the shell becomes it) is told to end as by the parent-death signal. The
 * subshell between detaches the waiting one, for the program would take it for a child of its own.
 */
const watchdog = `( { read -r _ <&3 || kill -INT $$; } >/dev/null 2>&1 & )
exec "$@" 3<&-`;

/** The command line that runs `program` in this way. Every wrapper becomes the program: one process id all along. */
export function wrap(way: RunWay, program: string[]): string[] {
  const guarded =
    way.guard === 'setpriv'
      ? ['setpriv', '--pdeathsig', 'INT', '--', ...program]
      : ['/bin/sh', '-c', watchdog, 'parley-watchdog', ...program];
  if (way.privilege.kind !== 'user-namespace') return guarded;
  const { uid, gid } = way.privilege;
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', ...guarded];
}

/** The way in words, for the log. */
export function describeWay({ privilege, guard }: RunWay): string {
  const identity =
    privilege.kind === 'same'
      ? 'as this user'
      : privilege.kind === 'user-namespace'
        ? 'in a user namespace'
        : `as user id ${privilege.uid}`;
  return `${identity}, ${guard === 'setpriv' ? 'with a parent-death signal' : 'watched by a shell'}`;
}
