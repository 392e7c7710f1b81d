import { execFileSync, spawn } from 'node:child_process';
import { hasChromium } from '../../test/console/chromium.ts';
import { hasPocketSphinx } from '../../test/interop/pocketsphinx.ts';

const mark = 'PARLEY_BENCH_ENCLOSED';

export function isEnclosed(): boolean {
  return process.env[mark] !== undefined;
}

/** Returns why a network of its own with loss cannot be made here, or null. */
function obstacle(): string | null {
  if (!hasChromium) return 'there is no Chromium';
  if (!hasPocketSphinx) return 'there is no recognizer';
  if (process.platform !== 'linux') return 'network namespaces need Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const tried = 'ip link set lo up && tc qdisc add dev lo root netem loss 1%';
  try {
    execFileSync('unshare', ['--net', 'sh', '-c', tried], { stdio: 'pipe' });
  } catch (error) {
    return `no network with netem can be made (iproute2, sch_netem): ${String(error).split('\n')[0]}`;
  }
  return null;
}

/** Runs this command again in a network of its own, which has loopback alone. Prints a reason where that cannot be. */
export async function runEnclosed(): Promise<void> {
  const reason = obstacle();
  if (reason !== null) return console.log(`SKIPPED loss and jitter: ${reason}`);
  const inside = ['sh', '-c', 'ip link set lo up && exec "$@"', 'bench', process.execPath];
  const child = spawn('unshare', ['--net', '--kill-child', '--fork', ...inside, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [mark]: '1' },
  });
  const code = await new Promise<number | null>((done) => child.once('exit', (it) => done(it)));
  if (code !== 0) throw new Error(`the measurement of loss ended with ${code}`);
}

const run = (command: string) => execFileSync('sh', ['-c', command], { stdio: 'pipe' });

/**
 * Lets the UDP packets of loopback, in both directions, suffer what `netem` says, such as `loss 5%`. TCP, and thus the
 * signalling, is left alone.
 */
export function impair(netem: string): void {
  run('tc qdisc del dev lo root 2>/dev/null || true');
  if (netem === '') return;
  run('tc qdisc add dev lo root handle 1: prio bands 4 priomap 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0');
  run(`tc qdisc add dev lo parent 1:4 handle 40: netem limit 100000 ${netem}`);
  run('tc filter add dev lo parent 1: protocol ip prio 1 u32 match ip protocol 17 0xff flowid 1:4');
}
