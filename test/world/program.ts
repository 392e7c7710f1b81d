import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Answer, RequestOptions } from './api-world.ts';
import { freeRtpPorts } from './rtp-ports.ts';

const ownRoot = resolve(import.meta.dirname, '../..');

export interface ProgramOptions {
  /** The folder of another version of the program; this one by default. */
  root?: string;
  /** An external database; the embedded one by default. */
  databaseUrl?: string;
  /** The data directory; a temporary one by default. */
  dataDir?: string;
  /** Free ports by default. */
  httpPort?: number;
  sipPort?: number;
  env?: Record<string, string>;
  /** A command that starts the program somewhere else, such as in a network namespace. */
  within?: readonly string[];
}

/** The whole program in its own processes, started as by an operator. */
export interface Program {
  process: ChildProcess;
  /** The URL of the API; empty when `PARLEY_ROLES` excludes it. */
  url: string;
  key: string;
  /** The page on which the owner chooses a password; empty when a member can sign in already. */
  joinUrl: string;
  /** 0 when `PARLEY_ROLES` excludes calls. */
  sipPort: number;
  metricsPort: number;
  dataDir: string;
  /** Returns the log, line by line. */
  log(): Record<string, unknown>[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Returns the id of the process that carries calls, from its first log line. */
  callsProcessId(): number;
  /** Resolves with the exit code, or with null when the program was killed. */
  exited: Promise<number | null>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the program, and waits until it is running. Rejects with its output when it exits instead. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'parley-program-')));
  const rtpPorts = await freeRtpPorts(50);
  const launcher = join(options.root ?? ownRoot, 'bin/parley.js');
  const [command, ...prefixed] = [...(options.within ?? []), process.execPath, launcher];
  const child = spawn(command!, prefixed, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PARLEY_HTTP_PORT: String(options.httpPort ?? 0),
      PARLEY_METRICS_PORT: '0',
      PARLEY_SIP_PORT: String(options.sipPort ?? 0),
      PARLEY_RTP_PORTS: `${rtpPorts.min}-${rtpPorts.max}`,
      PARLEY_DATA_DIR: dataDir,
      // Only tests of the console need it.
      PARLEY_CONSOLE: 'off',
      // Tests also run on a disk that is nearly full.
      PARLEY_RECORDINGS_RESERVE_MB: '0',
      PARLEY_SECRET_KEY: 'a secret for tests, long enough to be taken',
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that times out disposes of nothing, so the program is killed with this process.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  let logged = '';
  let announced = () => {};
  child.stdout.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    announced();
  });
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  void exited.then(() => process.off('exit', kill));
  await new Promise<void>((running, failed) => {
    announced = () => {
      if (/Metrics .*\n/.test(printed)) running();
    };
    void exited.then(() => failed(new Error(`the program ended:\n${printed}\n${logged}`)));
  });
  const port = (pattern: RegExp) => Number(pattern.exec(printed)?.[1] ?? 0);
  const url = /API\s+(\S+)/.exec(printed)?.[1] ?? '';
  const keyPath = /Owner key\s+(\S+)/.exec(printed)?.[1];
  const key = keyPath === undefined ? '' : (await readFile(keyPath, 'utf8')).trim();
  const log = () =>
    logged
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    process: child,
    url,
    key,
    joinUrl: /Sign in\s+(\S+)/.exec(printed)?.[1] ?? '',
    sipPort: port(/SIP\s+\S+:(\d+)/),
    metricsPort: port(/Metrics\s+\S+:(\d+)/),
    dataDir,
    log,
    request: (method, path, options) => request(url, key, method, path, options),
    callsProcessId: () => Number(log().findLast(({ process: name }) => name === 'calls')?.pid),
    exited,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async [Symbol.asyncDispose]() {
      kill();
      await exited;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function request(
  url: string,
  ownKey: string,
  method: string,
  path: string,
  { body, key = ownKey, headers = {} }: RequestOptions = {},
): Promise<Answer> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = (response.headers.get('content-type') ?? '').includes('json');
  const answerHeaders = Object.fromEntries(response.headers.entries());
  return { status: response.status, headers: answerHeaders, text, body: json ? JSON.parse(text) : undefined };
}
