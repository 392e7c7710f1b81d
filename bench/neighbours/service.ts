import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FoundedOrganization, foundOrganization } from '../../src/domains/keys/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import { Database } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/kernel/index.ts';
import { residentMb } from '../audit-pages.ts';
import { run } from '../installation.ts';
import { freePort } from '../start.ts';
import { root, startCommand, startPath } from '../start-command.ts';

/** The whole program of `npm start` on an embedded database, with two organizations. */
export interface Service {
  port: number;
  /** The process that serves the API. */
  processId: number;
  db: Database;
  /** The organization whose requests are measured. */
  quiet: FoundedOrganization;
  /** The organization whose key sends the expensive requests. */
  busy: FoundedOrganization;
  /** Resident memory of the process that serves the API. */
  residentMb(): Promise<number>;
  close(): Promise<void>;
}

const readyWithinMs = 60_000;

export async function startService(folder: string): Promise<Service> {
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const flags = process.env.BENCH_NODE_FLAGS;
  const command = flags ? startCommand.replace('node ', `node ${flags} `) : startCommand;
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: root,
    env: {
      ...process.env,
      PATH: startPath,
      PARLEY_DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      PARLEY_CONSOLE: 'off',
      PARLEY_HTTP_PORT: String(port),
      PARLEY_METRICS_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(child, port);
  const text = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
  const db = new Database({
    connectionString: await text('database.url'),
    applicationName: 'bench',
    connectionsMax: 2,
    log: createLog('error'),
  });
  const secret = new SecretKey(await text('secret.key'));
  const found = (name: string) => foundOrganization(db, secret, { name, ownerName: null, ownerEmail: null });
  const [quiet, busy] = [await found('Quiet'), await found('Busy')];
  await run(db, 'update organizations set requests_per_second = 1000000000, max_concurrent_calls = 1000000');
  return {
    port,
    processId: child.pid!,
    db,
    quiet,
    busy,
    residentMb: () => residentMb(child.pid!, 'VmRSS'),
    async close() {
      await db.close();
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const giveUpAtMs = performance.now() + readyWithinMs;
  while (performance.now() < giveUpAtMs) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(20);
  }
  throw new Error(`the program was not ready within ${readyWithinMs / 1000} s`);
}
