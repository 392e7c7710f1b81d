import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonValues, configuration } from '../cluster/configuration.ts';
import { DatabaseLine } from '../world/database-line.ts';
import type { TestDatabase } from '../world/template-database.ts';
import { freePort } from './sip-agent.ts';

const binary = '/usr/sbin/pgbouncer';

/** True where Debian's pgbouncer is installed. Otherwise prints once what to install. */
export const hasPgBouncer: boolean = existsSync(binary);
if (!hasPgBouncer)
  console.log('SKIPPED: tests against PgBouncer. Install the Debian package pgbouncer to run them.');

/** PgBouncer with `examples/cluster/pgbouncer.ini`, before one database. */
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
  const users = join(folder, 'userlist.txt');
  let text = await configuration('pgbouncer.ini', {
    PROXY: '127.0.0.1',
    ADDRESS: '127.0.0.1',
    SOCKETS: folder,
  });
  // The test differs from the cluster only in these.
  const replaced = [
    ['port=5432 dbname=parley', `port=${linePort} dbname=${pathname.slice(1)}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', users],
  ] as const;
  for (const [ofCluster, ofTest] of replaced) {
    if (!text.includes(ofCluster)) throw new Error(`pgbouncer.ini has no "${ofCluster}"`);
    text = text.replace(ofCluster, ofTest);
  }
  // PgBouncer makes its socket there, as another user.
  await chmod(folder, 0o777);
  await writeFile(users, `"${username}" "${commonValues.PASSWORD}"\n`);
  await writeFile(join(folder, 'pgbouncer.ini'), text);
  // It refuses to run as root.
  const user = process.geteuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(binary, [...user, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await listening(child);
  return {
    url: `postgres://${username}:${commonValues.PASSWORD}@127.0.0.1:${port}/parley`,
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
