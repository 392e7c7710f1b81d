import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const binary = '/usr/bin/sipp';

/** True where Debian's sipp is installed. Otherwise prints once what to install. */
export const hasSipp: boolean = existsSync(binary);
if (!hasSipp) console.log('SKIPPED: tests against sipp. Install the Debian package sip-tester to run them.');

/** Returns the path of one of our scenarios. */
export function scenarioPath(name: string): string {
  return fileURLToPath(new URL(`scenarios/${name}.xml`, import.meta.url));
}

export interface SippOptions {
  /** A built-in scenario such as `uac` or `uas`, or a file in scenarios/. */
  scenario: string;
  /** The peer's `address:port`, for a scenario that calls. */
  remote?: string;
  localPort: number;
  /** sipp exits after this many calls. */
  calls: number;
  /** New calls a second. */
  rate?: number;
  /** Further arguments: `['-lost', '30']`, `['-s', '4711']`. */
  args?: string[];
}

export interface SippResult {
  /** 0 when every call followed the scenario. */
  exitCode: number;
  /** The output and log of sipp, for the message of a failed assertion. */
  output: string;
}

export interface SippRun {
  /** Resolves when its TCP port accepts connections. */
  listens(): Promise<void>;
  /** Resolves when sipp has exited. */
  done: Promise<SippResult>;
  stop(): boolean;
}

/** Starts sipp without a terminal, in a temporary folder. sipp gives up after 60 s, so `done` always settles. */
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
  // A test that times out waits for nothing, so sipp is killed with this process.
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return { listens: () => takesConnections(options.localPort), done: exitOf(child, folder), stop: kill };
}

/** Polls until the port answers. The time limit of the test is the bound. */
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
