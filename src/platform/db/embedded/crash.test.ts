import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../kernel/index.ts';
import { chooseWay } from './choose-way.ts';
import { guardedSpawn } from './guarded-spawn.ts';
import { serverArguments } from './settings.ts';
import { startEmbeddedPostgres } from './start.ts';
import { Host, processEnds, runSql, temporaryFolder } from './testing/host.ts';

/** Inserts numbers one by one until the connection breaks. Returns the last acknowledged one. */
async function insertUntilBroken(url: string, onInsert: (count: number) => void): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  for (let n = 1; ; n++) {
    try {
      await client.query('insert into acknowledged values ($1)', [n]);
    } catch {
      return n - 1;
    }
    onInsert(n);
  }
}

async function expectAllAfterKill(kill: (host: Host, server: number) => void): Promise<void> {
  const dataDir = await temporaryFolder();
  const host = new Host(dataDir);
  const { url, processId } = await host.ready();
  await runSql(url, 'create table acknowledged (n int)');
  const last = await insertUntilBroken(url, (count) => {
    if (count === 200) kill(host, processId);
  });
  expect(last).toBeGreaterThanOrEqual(200);

  const next = new Host(dataDir);
  const [row] = await runSql((await next.ready()).url, 'select count(*)::int, max(n) from acknowledged');
  // One more may have been committed without an acknowledgement.
  expect([last, last + 1]).toContain(row?.max);
  expect(row?.count).toBe(row?.max);
  await processEnds(processId);
  expect(await next.stop()).toEqual({ code: 0, signal: null });
}

test('ends the server with a killed parent, and keeps every acknowledged row', () =>
  expectAllAfterKill((host) => host.child.kill('SIGKILL')));

test('keeps every acknowledged row when server and parent are killed', () =>
  expectAllAfterKill((host, server) => {
    process.kill(server, 'SIGKILL');
    host.child.kill('SIGKILL');
  }));

test('ends the server with a killed parent when no other start follows', async () => {
  const host = new Host(await temporaryFolder());
  const { processId } = await host.ready();
  host.child.kill('SIGKILL');
  await processEnds(processId);
});

test('starts after a start that was killed while it created the cluster', async () => {
  const dataDir = await temporaryFolder();
  const host = new Host(dataDir);
  // The last line that is logged before initdb begins.
  await host.hears('log');
  host.child.kill('SIGKILL');
  const next = new Host(dataDir);
  expect(await runSql((await next.ready()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('starts beside a copied lock that names a live process', async () => {
  const dataDir = await temporaryFolder();
  const first = new Host(dataDir);
  await first.ready();
  await first.stop();
  const stranger = spawn('sleep', ['600']);
  onTestFinished(() => void stranger.kill());
  // As in a copy of a running cluster: the lock of the socket, and no postmaster.pid.
  const lock = join(dataDir, 'postgres', '.s.PGSQL.5432.lock');
  await writeFile(lock, `${stranger.pid}\n${dataDir}\n1700000000\n5432\n.\n`);
  const next = new Host(dataDir);
  expect(await runSql((await next.ready()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('keeps the server running when the process group is interrupted', async () => {
  const host = new Host(await temporaryFolder());
  const { url } = await host.ready();
  process.kill(-host.child.pid!, 'SIGINT');
  await host.hears('interrupted');
  expect(await runSql(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await host.stop()).toEqual({ code: 0, signal: null });
});

/** Returns a stopped cluster with a `postmaster.pid` as if `processId` had run it and been killed. */
async function clusterLeftBy(processId: number): Promise<string> {
  const dataDir = await temporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false });
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const content = await readFile(pidFile, 'utf8');
  await server.stop('fast');
  await writeFile(pidFile, content.replace(/^\d+/, String(processId)), { mode: 0o600 });
  await writeFile(join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), `${processId}\n`, { mode: 0o600 });
  return dataDir;
}

async function expectStart(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false });
  expect(await runSql(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop('immediate');
}

test('ignores a process that received the id of a killed server', async () => {
  const stranger = spawn('sleep', ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void stranger.kill());
  await expectStart(await clusterLeftBy(stranger.pid!));
});

test('ignores the zombie of a killed server', async () => {
  // The shell becomes a program that does not wait for its child. The child must outlive the shell, which would reap it
  // otherwise, and so stays a zombie.
  const parent = spawn('/bin/sh', ['-c', 'sleep 1 & echo $!; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void parent.kill());
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const zombie = Number(line.toString());
  await processEnds(zombie);
  expect(await readFile(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /);
  await expectStart(await clusterLeftBy(zombie));
});

/** Runs a server on the cluster without `startEmbeddedPostgres`, so that no process holds the lock. */
async function runWithoutLock(
  args: (clusterDir: string) => string[],
): Promise<{ dataDir: string; id: number }> {
  const dataDir = await temporaryFolder();
  const first = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false });
  await first.stop('fast');
  const clusterDir = join(dataDir, 'postgres');
  const { way, runtime } = await chooseWay(dataDir, clusterDir, silentLog);
  const program = [join(runtime.directory, 'bin', 'postgres'), ...args(clusterDir)];
  const child = guardedSpawn(way, program, clusterDir);
  onTestFinished(() => void child.kill('SIGQUIT'));
  for await (const text of child.stderr!.setEncoding('utf8')) if (/ready to accept/.test(text)) break;
  return { dataDir, id: child.pid! };
}

test('ends a server that outlived its parent', async () => {
  const { dataDir, id } = await runWithoutLock(() => serverArguments(false, {}));
  await expectStart(dataDir);
  await processEnds(id);
});

test('refuses a cluster on which another program runs a server', async () => {
  const { dataDir, id } = await runWithoutLock((clusterDir) => [
    ...serverArguments(false, {}).with(1, clusterDir),
  ]);
  await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(
    new RegExp(`process ${id}\\) that Parley did not start`),
  );
  process.kill(id, 0);
});
