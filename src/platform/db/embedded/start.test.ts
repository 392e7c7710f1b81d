import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../kernel/index.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';
import { processEnds, runSql, temporaryFolder } from './testing/host.ts';

async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false, ...options });
  onTestFinished(() => server.stop('immediate'));
  return server;
}

test('keeps its data over a stop, and stops cleanly', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir, { durable: true });
  await runSql(first.url, `create table kept as select 'Zoë' as name`);
  await first.stop('fast');
  await first.stop('immediate');
  expect(await first.exited).toEqual({ code: 0, signal: null });
  await processEnds(first.processId);

  const second = await start(dataDir, { durable: true });
  expect(await runSql(second.url, 'select name from kept')).toEqual([{ name: 'Zoë' }]);
});

test('makes a cluster with checksums and one collation everywhere, reached by its socket alone', async () => {
  const { url } = await start(await temporaryFolder(), { durable: true });
  const [row] = await runSql(
    url,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as synchronous_commit, current_setting('listen_addresses') as addresses,
            pg_encoding_to_char(encoding) as encoding, datlocale as locale
     from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({
    checksums: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
    addresses: '',
    encoding: 'UTF8',
    locale: 'C.UTF-8',
  });
});

test('accepts settings, except those on which it relies', async () => {
  const settings = { work_mem: '3MB', listen_addresses: '*', log_min_messages: 'fatal' };
  const { url } = await start(await temporaryFolder(), { settings });
  const [row] = await runSql(
    url,
    `select current_setting('work_mem') as work_mem, current_setting('listen_addresses') as addresses`,
  );
  expect(row).toEqual({ work_mem: '3MB', addresses: '' });
});

test('serves a data directory whose path is too long for a socket', async () => {
  const dataDir = join(await temporaryFolder(), 'a'.repeat(120), 'b'.repeat(120));
  const { connection, url } = await start(dataDir);
  expect(connection.host.length).toBeLessThan(60);
  expect(await runSql(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('serves a data directory whose path has characters that a URL would misread', async () => {
  const { url } = await start(join(await temporaryFolder(), 'a b%20c@d:é?#'));
  expect(await runSql(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('reports a server that ends by itself', async () => {
  const abortOnExit = new AbortController();
  const server = await start(await temporaryFolder(), { abortOnExit });
  const aborted = new Promise((resolve) => abortOnExit.signal.addEventListener('abort', resolve));
  process.kill(server.processId, 'SIGKILL');
  await aborted;
  expect(abortOnExit.signal.reason).toBeInstanceOf(EmbeddedPostgresError);
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
});

test('does not report a stop as an unexpected end', async () => {
  const abortOnExit = new AbortController();
  const server = await start(await temporaryFolder(), { abortOnExit });
  await server.stop('immediate');
  await server.exited;
  expect(abortOnExit.signal.aborted).toBe(false);
});

test('refuses a directory on which another server of ours runs', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(/Another process runs the database/);
  expect(await runSql(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('refuses the cluster of another major version', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 17 and this is PostgreSQL 18/);
});

test('refuses a directory that is not a cluster, and leaves it unchanged', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
  await writeFile(join(dataDir, 'postgres', 'precious'), 'mine');
  await expect(start(dataDir)).rejects.toThrow(/holds no PostgreSQL database/);
});

test('reports the server’s message about a broken cluster, and serves once it is repaired', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  await first.stop('fast');
  await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
  await expect(start(dataDir)).rejects.toThrow(/ended with status 2.*could not open file.*pg_control/s);
  await rm(join(dataDir, 'postgres'), { recursive: true });
  const second = await start(dataDir);
  expect(await runSql(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('reports the server’s message about a setting that it refuses', async () => {
  const settings = { shared_buffers: 'a lot' };
  await expect(start(await temporaryFolder(), { settings })).rejects.toThrow(/shared_buffers/);
});

test('refuses to start on a worker thread, whose end would end the server', async () => {
  const dataDir = await temporaryFolder();
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     import(workerData.module)
       .then(({ startEmbeddedPostgres }) => startEmbeddedPostgres(workerData.options))
       .catch((error) => parentPort.postMessage(error.message));`,
    {
      eval: true,
      workerData: { module: new URL('./start.ts', import.meta.url).href, options: { dataDir } },
    },
  );
  const message = await new Promise((resolve) => worker.once('message', resolve));
  expect(message).toMatch(/main thread/);
  await worker.terminate();
});
