import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { delay } from '../../src/platform/kernel/index.ts';
import { DemoFailure } from './api.ts';

/** The addresses that the service prints when it runs. */
export interface Addresses {
  apiUrl: string;
  sip: { address: string; port: number };
  ownerKey: string;
}

/** The program, started as by `npm start`, on free ports. */
export interface Service {
  /** Resolves when the service runs. Rejects when it exits before. */
  ready: Promise<Addresses>;
  /** Rejects when the service exits unexpectedly. */
  ended: Promise<never>;
  /** Returns the last lines of its log. */
  logTail(): string;
  stop(): Promise<void>;
}

const logLinesMax = 12;
const stopWithinMs = 15_000;

/**
 * Starts the service on `dataDir`. It ends with this process, even when that is killed, because their channel closes.
 */
export function startService(dataDir: string): Service {
  const launcher = join(import.meta.dirname, '..', '..', 'bin', 'parley.js');
  const child = spawn(process.execPath, [launcher], {
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The service has its own process group, so that Ctrl-C reaches only the demo, which hangs up before it stops the
    // service.
    detached: true,
  });
  const logTail = keepTail(child.stdout!);
  let isStopping = false;
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (!isStopping) reject(new DemoFailure(`the service ended (${signal ?? code})`));
    });
  });
  const ready = Promise.race([announcement(child, dataDir), ended]);
  for (const outcome of [ready, ended]) outcome.catch(() => undefined);
  const stop = () => {
    isStopping = true;
    return end(child);
  };
  return { ready, ended, logTail, stop };
}

/** Returns the user's environment without variables that would lead the service to the user's own data. */
function environment(dataDir: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PARLEY_|DATABASE_URL$)/.test(name));
  const ports = {
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_METRICS_PORT: '0',
    PARLEY_CONSOLE: 'off',
  };
  // The services of the agents' tools run on this machine.
  const egress = { PARLEY_EGRESS_ALLOW: '127.0.0.1/32' };
  return { ...Object.fromEntries(own), PARLEY_DATA_DIR: dataDir, ...ports, ...egress };
}

/** Waits until the program prints that it runs, and reads the addresses from its output. */
async function announcement(child: ChildProcess, dataDir: string): Promise<Addresses> {
  let text = '';
  const addresses = await new Promise<Omit<Addresses, 'ownerKey'>>((resolve) => {
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const api = /^API +(\S+)$/m.exec(text);
      const sip = /^SIP +(\S+):(\d+) /m.exec(text);
      if (!api || !sip || !text.includes('Owner key')) return;
      resolve({ apiUrl: api[1]!, sip: { address: sip[1]!, port: Number(sip[2]) } });
    });
  });
  const ownerKey = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
  return { ...addresses, ownerKey };
}

function keepTail(stream: NodeJS.ReadableStream): () => string {
  let lines: string[] = [];
  stream.setEncoding('utf8').on('data', (piece: string) => {
    const [first = '', ...rest] = piece.split('\n');
    lines = [...lines.slice(0, -1), (lines.at(-1) ?? '') + first, ...rest].slice(-logLinesMax);
  });
  return () => lines.join('\n').trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const stop = new AbortController();
  await Promise.race([exited, delay(stopWithinMs, stop.signal)]);
  stop.abort();
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await exited;
  }
}
