import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { delay } from '../../../kernel/index.ts';
import type { PostgresAddress } from '../address.ts';

/** Creates a folder that is removed after the test, owned by `uid` if given. */
export async function temporaryFolder(uid?: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-embedded-'));
  if (uid !== undefined) await chown(folder, uid, uid);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

interface Ready {
  url: string;
  connection: PostgresAddress;
  processId: number;
}

type Said = Record<string, unknown>;

export interface HostOptions {
  /** Replaces PATH, so that some programs are not found. */
  path?: string;
  /** Runs the process as this user and group. */
  uid?: number;
  /** Replaces the environment's variables of these names. */
  environment?: Record<string, string>;
  /** The URL of a file beside `host-process.ts` in a copy of the sources; default: these. */
  tree?: URL;
}

/** A process that runs PostgreSQL (`host-process.ts`). */
export class Host {
  readonly child: ChildProcess;
  readonly said: Said[] = [];
  #wake = Promise.withResolvers<void>();
  #silent = false;

  constructor(dataDir: string, options: HostOptions = {}) {
    const file = fileURLToPath(new URL('./host-process.ts', options.tree ?? import.meta.url));
    this.child = spawn(process.execPath, [file, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // In its own process group, as a shell at a terminal would start it.
      detached: true,
      env: {
        ...process.env,
        ...options.environment,
        ...(options.path === undefined ? {} : { PATH: options.path }),
      },
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    onTestFinished(() => void this.child.kill('SIGKILL'));
    createInterface({ input: this.child.stdout! })
      .on('line', (line) => this.#hear(JSON.parse(line) as Said))
      .on('close', () => {
        this.#silent = true;
        this.#wake.resolve();
      });
  }

  /** Waits for a message with `key` and returns its value. */
  async hears(key: string): Promise<unknown> {
    for (;;) {
      const found = this.said.find((words) => key in words);
      if (found) return found[key];
      if (this.#silent) throw new Error(`it never said ${key}: ${JSON.stringify(this.said)}`);
      await this.#wake.promise;
    }
  }

  /** Resolves when PostgreSQL runs. */
  async ready(): Promise<Ready> {
    const failed = this.hears('failed').then((reason) => Promise.reject(new Error(String(reason))));
    return (await Promise.race([this.hears('ready'), failed])) as Ready;
  }

  /** Returns the logged messages. */
  messages(): string[] {
    return this.said.flatMap(({ log }) => (log ? [String((log as Said).msg)] : []));
  }

  /** Returns the logged description of how PostgreSQL is run. */
  way(): string {
    const entry = this.said.find(({ log }) => log !== undefined && 'programs' in (log as Said))?.log as Said;
    return String(entry.way);
  }

  /** Stops the server and returns how it ended. */
  async stop(): Promise<unknown> {
    this.child.stdin!.write('stop\n');
    return this.hears('exited');
  }

  #hear(words: Said): void {
    this.said.push(words);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

/** Runs one statement on a new connection. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves when the process is gone or a zombie. */
export async function processEnds(processId: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => undefined);
    if (state === undefined || /\) [ZX] /.test(state)) return;
    await delay(10);
  }
}
