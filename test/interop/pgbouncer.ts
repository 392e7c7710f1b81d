import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseLine } from '../world/database-line.ts';
import type { TestDatabase } from '../world/template-database.ts';
import { freePort } from './sip-agent.ts';

const binary = '/usr/sbin/pgbouncer';

/** True where Debian's pgbouncer is installed. Otherwise prints once what to install. */
export const hasPgBouncer: boolean = existsSync(binary);
if (!hasPgBouncer)
  console.log('SKIPPED: tests against PgBouncer. Install the Debian package pgbouncer to run them.');

/** PgBouncer in transaction mode, before one database. */
export interface PgBouncer extends AsyncDisposable {
  /** The URL through the pooler, and the one that passes by it. */
  url: string;
  directUrl: string;
}

export async function startPgBouncer(database: TestDatabase): Promise<PgBouncer> {
  const line = await DatabaseLine.open(database);
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'));
  const port = await freePort();
  const { port: linePort, pathname, username } = new URL(line.url);
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${linePort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 8',
  ];
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  // It refuses to run as root.
  const user = process.geteuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(binary, [...user, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await listening(child);
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    directUrl: line.url,
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      const exited = new Promise((done) => child.once('exit', done));
      kill();
      await exited;
      await line.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer ended:\n${printed}`)));
  });
}
