import { execFileSync, spawn } from 'node:child_process';
import { accessSync, mkdirSync } from 'node:fs';

const mark = 'PARLEY_CLUSTER_ENCLOSED';

/** The Debian packages that the cluster needs, each with one of its programs. */
const needed = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  kamailio: '/usr/sbin/kamailio',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  iproute2: '/usr/sbin/ip',
};

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns why the cluster cannot run here, or null. */
function obstacle(): string | null {
  if (process.platform !== 'linux') return 'network namespaces need Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const missing = Object.entries(needed).filter(([, path]) => !exists(path));
  if (missing.length > 0) return `install ${missing.map(([name]) => name).join(' ')}`;
  try {
    execFileSync('unshare', ['--net', '--pid', '--mount', '--fork', '--mount-proc', 'true'], {
      stdio: 'pipe',
    });
  } catch (error) {
    return `this machine allows no namespaces: ${error}`;
  }
  return null;
}

/**
 * Runs this command again in namespaces of its own, and exits with its code. Returns inside them. Its processes, network
 * and memory disk end with it, whatever ends it. Exits with 0 and a reason where the cluster cannot run.
 */
export async function enclose(): Promise<void> {
  if (process.env[mark] !== undefined) {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', '/mnt']);
    return;
  }
  const reason = obstacle();
  if (reason !== null) {
    console.log(`SKIPPED the cluster: ${reason}`);
    process.exit(0);
  }
  mkdirSync('/run/netns', { recursive: true });
  // The shell is the first process of the namespace, which must collect orphans.
  const inside = ['sh', '-c', '"$@"; exit $?', 'cluster', process.execPath, ...process.argv.slice(1)];
  const namespaces = ['--net', '--pid', '--mount', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...namespaces, ...inside], {
    stdio: 'inherit',
    env: { ...process.env, [mark]: String(process.pid) },
  });
  // The command inside receives the interrupt too, and ends by itself.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGKILL'));
  const code = await new Promise<number | null>((done) => child.once('exit', (it) => done(it)));
  process.exit(code ?? 1);
}
