import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from './audit-pages.ts';
import type { Report } from './report.ts';
import { median } from './rounds.ts';
import { root, startCommand, startPath } from './start-command.ts';

const readyWithinMs = 60_000;

export interface StartOptions {
  folder: string;
  runs: number;
  /** How long a started program rests before its memory is read. */
  idleMs: number;
}

/**
 * Measures the time of starts until /readyz, and the idle memory of the processes. A first start follows `npm ci`:
 * nothing is compiled and there are no data. A cold start has no data, and a warm start has both.
 */
export async function measureStarts(report: Report, options: StartOptions): Promise<void> {
  report.begin('start', `${options.runs} first, cold and warm starts to /readyz`);
  const measured = { first: [] as Started[], cold: [] as Started[], warm: [] as Started[] };
  const { folder, idleMs } = options;
  for (let i = 0; i < options.runs; i++) {
    // Each start has its own folder, removed at the end: after a removal ext4 creates files slowly for 5 s.
    const at = (name: string) => join(folder, `${name}-${i}`);
    measured.first.push(await startOnce(at('compile-cache'), at('first-data'), idleMs));
    measured.cold.push(await startOnce(at('compile-cache'), at('data'), idleMs));
    measured.warm.push(await startOnce(at('compile-cache'), at('data'), idleMs));
  }
  await rm(folder, { recursive: true, force: true });
  const add = (what: string, unit: 'ms' | 'MB', most: number, values: number[]) =>
    report.add({
      part: 'start',
      what,
      value: Math.max(...values),
      unit,
      aim: { bound: 'at most', value: most },
      from: `most of ${values.length}; median ${Math.round(median(values))}, least ${Math.round(Math.min(...values))}`,
    });
  const all = [...measured.first, ...measured.cold, ...measured.warm];
  add(
    'first start',
    'ms',
    5000,
    measured.first.map(({ readyMs }) => readyMs),
  );
  add(
    'cold start',
    'ms',
    5000,
    measured.cold.map(({ readyMs }) => readyMs),
  );
  add(
    'warm start',
    'ms',
    2000,
    measured.warm.map(({ readyMs }) => readyMs),
  );
  add(
    'idle memory, API process',
    'MB',
    150,
    all.map(({ apiMb }) => apiMb),
  );
  add(
    'idle memory, calls process',
    'MB',
    150,
    all.map(({ callsMb }) => callsMb),
  );
}

interface Started {
  readyMs: number;
  apiMb: number;
  callsMb: number;
}

async function startOnce(compileCache: string, dataDir: string, idleMs: number): Promise<Started> {
  const httpPort = await freePort();
  const startedAtMs = performance.now();
  const child = spawn('/bin/sh', ['-c', startCommand], {
    cwd: root,
    env: {
      ...process.env,
      PATH: startPath,
      PARLEY_DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: compileCache,
      PARLEY_HTTP_PORT: String(httpPort),
      PARLEY_METRICS_PORT: '0',
      PARLEY_SIP_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await untilReady(child, httpPort, startedAtMs + readyWithinMs);
    const readyMs = performance.now() - startedAtMs;
    await sleep(idleMs);
    const apiMb = await residentMb(child.pid!, 'VmRSS');
    return { readyMs, apiMb, callsMb: await residentMb(await callsProcessOf(child.pid!), 'VmRSS') };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function untilReady(child: ChildProcess, port: number, giveUpAtMs: number): Promise<void> {
  while (performance.now() < giveUpAtMs) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(5);
  }
  throw new Error(`the program was not ready within ${readyWithinMs / 1000} s`);
}

/** Returns the child of the program that carries calls. */
async function callsProcessOf(parentId: number): Promise<number> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent !== parentId) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('calls-main')) return Number(entry);
  }
  throw new Error('the program has no calls process');
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
