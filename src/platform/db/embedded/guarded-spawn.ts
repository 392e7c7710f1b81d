import { type ChildProcess, spawn } from 'node:child_process';
import { isMainThread } from 'node:worker_threads';
import { type RunWay, wrap } from './run-way.ts';

/**
 * Starts one of PostgreSQL's programs so that it ends with this process (SIGINT, its fast shutdown) and a Ctrl-C at the
 * terminal does not reach it: `detached` gives it a session. The parent-death signal comes when the *thread* that
 * spawned it ends, so only the main thread may call this. The program finds its data as `/proc/self/cwd`. This process
 * enters the working directory, so a data directory below a folder that only root may enter serves another user too.
 */
export function guardedSpawn(
  way: RunWay,
  program: string[],
  directory: string,
  environment: Record<string, string> = {},
): ChildProcess {
  if (!isMainThread) throw new Error('PostgreSQL must be started from the main thread');
  const [file, ...args] = wrap(way, program);
  const child = spawn(file!, args, {
    cwd: directory,
    detached: true,
    // No other variable of this process: PGOPTIONS, PGDATA and the like would change the server.
    env: {
      PATH: process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    ...(way.privilege.kind === 'other-user' ? { uid: way.privilege.uid, gid: way.privilege.gid } : {}),
  });
  const lifeline = child.stdio[3] as NodeJS.WritableStream;
  // An unwatched program never reads it, and an ended one has closed it.
  lifeline.on('error', () => undefined);
  child.once('exit', () => lifeline.end('ended\n'));
  return child;
}

export interface Outcome {
  /** The exit status, or `null` when the program was killed or could not start. */
  status: number | null;
  stdout: string;
  /** The end of its output on both streams. */
  output: string;
}

const outputBytesMax = 16_384;

/** Runs a program to its end, and kills it after `timeoutMs`. */
export function runGuarded(
  way: RunWay,
  program: string[],
  directory: string,
  timeoutMs: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = guardedSpawn(way, program, directory);
    const outcome: Outcome = { status: null, stdout: '', output: '' };
    const keep = (text: string) => {
      outcome.output = (outcome.output + text).slice(-outputBytesMax);
    };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      outcome.stdout = (outcome.stdout + text).slice(-outputBytesMax);
      keep(text);
    });
    child.stderr?.setEncoding('utf8').on('data', keep);
    const timer = setTimeout(() => {
      keep(`\nstopped after ${timeoutMs / 1000} s`);
      child.kill('SIGKILL');
    }, timeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      keep(error.message);
      resolve(outcome);
    });
    child.once('close', (status) => {
      clearTimeout(timer);
      resolve({ ...outcome, status });
    });
  });
}
