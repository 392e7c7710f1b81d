import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { delay, type Log, monotonicMs } from '../../kernel/index.ts';
import { EmbeddedPostgresError, unlessMissing } from './errors.ts';
import { here, port } from './settings.ts';

/** How long a server may take for its last checkpoint, and then for an immediate stop. */
const fastStopMs = 60_000;
const immediateStopMs = 15_000;
const pollMs = 25;

/**
 * Ends the server of a killed predecessor and removes the files that would make a new server believe that the old one
 * runs. The caller holds the lock on the data directory, so a server that still runs there has lost its parent. Usually
 * the parent-death signal is already ending it. PostgreSQL judges `postmaster.pid` by `kill(pid, 0)`, which also finds
 * zombies (a container's first process may never reap them) and processes that received the same id. This function
 * looks for processes that work in the directory.
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
    // A backend without a postmaster ends by itself.
    if (running.includes(postmaster) && elapsedMs >= (signals[0]?.afterMs ?? Number.POSITIVE_INFINITY)) {
      await refuseForeign(clusterDir, postmaster);
      const { signal } = signals.shift()!;
      log.warn({ postmaster, signal }, 'ending the database server that an earlier start left running');
      signalIfAlive(postmaster, signal);
    }
    await delay(pollMs);
  }
}

/** Throws for a server that Parley did not start on the same directory. */
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
    // It has just ended.
  }
}

/**
 * Returns the processes named `postgres` whose working directory is `directory`. PostgreSQL's processes all stay in
 * their data directory. Directories are compared by device and inode, because of symbolic links and bind mounts.
 * Zombies have no working directory and are left out, though `kill(pid, 0)` still finds them.
 */
async function postgresProcessesIn(directory: string): Promise<number[]> {
  const wanted = await stat(directory);
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const at = await stat(`/proc/${name}/cwd`);
      if (at.dev !== wanted.dev || at.ino !== wanted.ino) continue;
      if ((await readFile(`/proc/${name}/comm`, 'utf8')).trim() === 'postgres') found.push(Number(name));
    } catch {
      // It has ended, or belongs to a user whose processes this one may not inspect, so not to us.
    }
  }
  return found;
}

/** Returns the command line of a process, or an empty one when it is gone. */
async function commandLineOf(processId: number): Promise<string[]> {
  try {
    return (await readFile(`/proc/${processId}/cmdline`, 'utf8')).split('\0');
  } catch {
    return [];
  }
}
