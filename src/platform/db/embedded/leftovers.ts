import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { delay, type Log, monotonicMs } from '../../kernel/index.ts';
import { EmbeddedPostgresError, unlessMissing } from './errors.ts';
import { commandLineOf, postgresProcessesIn } from './processes.ts';
import { here, port } from './settings.ts';

/** How long a server may take for its last checkpoint, and then for giving up without one. */
const fastStopMs = 60_000;
const immediateStopMs = 15_000;
const pollMs = 25;

/**
 * Ends what a killed predecessor left of its server and removes the files by which a new one would take it for
 * alive. The caller holds the lock on the data directory, so a server that still runs there has lost its parent:
 * usually it is on its way out already (the parent-death signal), and only has to be waited for.
 *
 * PostgreSQL would judge `postmaster.pid` by `kill(pid, 0)`, which finds zombies (a container's first process may
 * never reap them) and strangers that were given the same id. Here it counts who works in the directory.
 */
export async function settleLeftovers(clusterDir: string, log: Log): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const content = await unlessMissing(readFile(pidFile, 'utf8'));
  if (content !== undefined) await endServer(clusterDir, Number(content.split('\n', 1)[0]), log);
  const socket = join(clusterDir, `.s.PGSQL.${port}`);
  for (const path of [pidFile, socket, `${socket}.lock`]) await rm(path, { force: true });
}

async function endServer(clusterDir: string, postmaster: number, log: Log): Promise<void> {
  const began = monotonicMs();
  const signals: { signal: NodeJS.Signals; afterMs: number }[] = [
    { signal: 'SIGINT', afterMs: 0 },
    { signal: 'SIGQUIT', afterMs: fastStopMs },
  ];
  for (;;) {
    const running = await postgresProcessesIn(clusterDir);
    if (running.length === 0) return;
    const elapsedMs = monotonicMs() - began;
    if (elapsedMs > fastStopMs + immediateStopMs)
      throw new EmbeddedPostgresError(
        `PostgreSQL processes of an earlier start do not end: ${running.join(', ')}. End them, then start again.`,
      );
    // Without its postmaster a backend ends by itself.
    if (running.includes(postmaster) && elapsedMs >= (signals[0]?.afterMs ?? Number.POSITIVE_INFINITY)) {
      await refuseForeign(clusterDir, postmaster);
      const { signal } = signals.shift()!;
      log.warn({ postmaster, signal }, 'ending the database server that an earlier start left running');
      signalIfAlive(postmaster, signal);
    }
    await delay(pollMs);
  }
}

/** A server that was started by other hands on the same directory is not ours to end. */
async function refuseForeign(clusterDir: string, postmaster: number): Promise<void> {
  const commandLine = await commandLineOf(postmaster);
  if (commandLine.length === 0 || commandLine.includes(here)) return;
  throw new EmbeddedPostgresError(
    `Another PostgreSQL server (process ${postmaster}) that Parley did not start runs on ${clusterDir}. Stop it first.`,
  );
}

function signalIfAlive(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch {
    // It ended in this moment.
  }
}
