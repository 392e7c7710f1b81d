import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import {
  type EmbeddedPostgres,
  lockDataDir,
  startEmbeddedPostgres,
} from '../../src/platform/db/embedded/index.ts';
import { migrate } from '../../src/platform/db/index.ts';
import { silentLog, toError } from '../../src/platform/kernel/index.ts';
import { quickFolder, temporaryFolders } from './quick-folder.ts';
import { adminConnection, type ServerAnswer, templateName } from './test-server.ts';

const folderPrefix = 'parley-test-';
/** A younger folder may belong to a run that has created it and not locked it yet. */
const abandonedAfterMs = 60_000;

/**
 * Starts one PostgreSQL for the whole test run, in its own folder, so that simultaneous runs do not interfere. The
 * server starts when the first test asks for it: workers connect to a socket here and read one line of JSON,
 * `ServerAnswer`. The server ends with this process. The next run removes the folder of a killed run. The folder also
 * contains the temporary folders of tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const folder = await mkdtemp(join(quickFolder(), folderPrefix));
  const lock = await lockDataDir(folder);
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  // Some tests create folders for other users there.
  await chmod(folder, 0o711);
  await chmod(temporary, 0o1777);
  const { TMPDIR: usual } = process.env;
  process.env.TMPDIR = temporary;
  let starting: Promise<EmbeddedPostgres> | undefined;
  const addressServer = createServer((socket) => {
    starting ??= startWithTemplate(folder);
    void answer(socket, starting);
  });
  const socketPath = join(folder, 'address');
  await listen(addressServer, socketPath);
  project.provide('testServerSocket', socketPath);
  return async () => {
    addressServer.close();
    const server = await starting?.catch(() => undefined);
    await server?.stop('immediate');
    await lock.release();
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
    await rm(folder, { recursive: true, force: true });
  };
}

async function startWithTemplate(folder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, durable: false });
  try {
    await makeTemplate(server);
    return server;
  } catch (error) {
    await server.stop('immediate');
    throw error;
  }
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const admin = new pg.Client(adminConnection(server.connection));
  await admin.connect();
  try {
    await admin.query(`create database ${templateName}`);
    await migrate(server.url.replace(/\/[^/]*$/, `/${templateName}`), silentLog);
    // A database without connections can be cloned at any time.
    await admin.query(`alter database ${templateName} with is_template true allow_connections false`);
  } finally {
    await admin.end();
  }
}

async function answer(socket: Socket, starting: Promise<EmbeddedPostgres>): Promise<void> {
  socket.on('error', () => undefined);
  let said: ServerAnswer;
  try {
    const { connection, url } = await starting;
    said = { connection, url };
  } catch (error) {
    said = { error: toError(error).stack ?? String(error) };
  }
  socket.end(`${JSON.stringify(said)}\n`);
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

async function removeAbandoned(): Promise<void> {
  const found = await Promise.all(
    temporaryFolders().map(async (parent) => {
      const names = await readdir(parent).catch(() => []);
      return names.filter((name) => name.startsWith(folderPrefix)).map((name) => join(parent, name));
    }),
  );
  for (const folder of found.flat()) {
    const made = await stat(folder).catch(() => undefined);
    if (!made || made.uid !== process.geteuid?.() || Date.now() - made.mtimeMs < abandonedAfterMs) continue;
    try {
      const lock = await lockDataDir(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      await lock.release();
    } catch {
      // Its run is alive, or another set-up is removing the folder.
    }
  }
}
