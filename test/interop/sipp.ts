import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const binary = '/usr/bin/sipp';

/** True where Debian's sipp is installed; otherwise says once what to install. */
export const hasSipp: boolean = existsSync(binary);
if (!hasSipp) console.log('SKIPPED: tests against sipp. Install the Debian package sip-tester to run them.');

/** The path of a scenario of ours. */
export function scenarioPath(name: string): string {
  return fileURLToPath(new URL(`scenarios/${name}.xml`, import.meta.url));
}

export interface SippOptions {
  /** A built-in scenario such as `uac` or `uas`, or the name of a file in scenarios/. */
  scenario: string;
  /** For a calling scenario: `address:port` of the peer. */
  remote?: string;
  localPort: number;
  /** How many calls, then it exits. */
  calls: number;
  /** New calls a second. */
  rate?: number;
  /** More arguments: `['-lost', '30']`, `['-s', '4711']`. */
  args?: string[];
}

export interface SippResult {
  /** 0 when every call went as its scenario says. */
  exitCode: number;
  /** What sipp printed and logged, for the message of a failed assertion. */
  output: string;
}

export interface SippRun {
  /** Resolves when its TCP port takes connections. */
  listens(): Promise<void>;
  /** Resolves at its exit. */
  done: Promise<SippResult>;
  stop(): boolean;
}

/**
 * Starts sipp without a terminal, in a folder of its own that goes away with it. It gives up
 * after 60 s, so that `done` always comes.
 */
export function runSipp(options: SippOptions): SippRun {
  const folder = mkdtempSync(join(tmpdir(), 'sipp-'));
  const builtIn = options.scenario === 'uac' || options.scenario === 'uas';
  const args = [
    ...(options.remote === undefined ? [] : [options.remote]),
    ...(builtIn ? ['-sn', options.scenario] : ['-sf', scenarioPath(options.scenario)]),
    ...['-i', '127.0.0.1', '-p', String(options.localPort), '-m', String(options.calls)],
    ...['-r', String(options.rate ?? 10), '-nostdin', '-trace_err', '-timeout', '60s'],
    ...(options.args ?? []),
  ];
  const child = spawn(binary, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  // A test that runs out of time waits for nothing; sipp must not outlive it.
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return { listens: () => takesConnections(options.localPort), done: exitOf(child, folder), stop: kill };
}

/** Asks until the port answers; the time limit of the test is the bound. */
async function takesConnections(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await delay(50);
  }
}

function exitOf(child: ChildProcess, folder: string): Promise<SippResult> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      for (const file of readdirSync(folder))
        output += readFileSync(join(folder, file), 'utf8').slice(-4_000);
      rmSync(folder, { recursive: true, force: true });
      resolve({ exitCode: code ?? -1, output });
    });
  });
}
