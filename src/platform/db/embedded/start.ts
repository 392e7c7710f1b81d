import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type Log, makeFolder, monotonicMs } from '../../kernel/index.ts';
import { ensureDatabase, openAddress, type PostgresAddress, urlOf } from './address.ts';
import { chooseWay } from './choose-way.ts';
import { prepareCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { type FileLock, tryLockFile } from './file-lock.ts';
import { settleLeftovers } from './leftovers.ts';
import { type PostgresExit, Server, type StopMode } from './server.ts';
import { serverArguments } from './settings.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute. The cluster is in `<dataDir>/postgres`. */
  dataDir: string;
  log: Log;
  /** `false`, for tests only: nothing is flushed to the disk. Default `true`. */
  durable?: boolean;
  /** Settings of postgresql.conf. They win over ours, except those on which the launcher relies. */
  settings?: Record<string, string>;
  /** Added to the server's environment, which otherwise holds only PATH. */
  environment?: Record<string, string>;
  /** Aborted with an error when the server ends without having been stopped. */
  abortOnExit?: AbortController;
}

/** A running PostgreSQL that ends with this process. */
export interface EmbeddedPostgres {
  connection: PostgresAddress;
  /** `postgres://…`, usable by pg. */
  url: string;
  processId: number;
  /** Resolves when the server's process has ended, for any reason. */
  exited: Promise<PostgresExit>;
  /** Stops the server. Call it after the last query: `fast` breaks off open transactions. May be called again. */
  stop(mode: StopMode): Promise<void>;
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, which is created if needed. It listens on a Unix socket only, ends with
 * this process, ignores Ctrl-C, and recovers from a `kill -9` of itself, of this process or of both. Must be called on
 * the main thread. Throws an EmbeddedPostgresError that says what the operator must do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (!isAbsolute(options.dataDir)) throw new Error(`dataDir must be absolute: ${options.dataDir}`);
  await makeFolder(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const lock = tryLockFile(join(dataDir, 'postgres.lock'));
  if (!lock)
    throw new EmbeddedPostgresError(`Another process runs the database in ${dataDir}. Stop it first.`);
  try {
    return await startLocked({ ...options, dataDir }, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(options: EmbeddedPostgresOptions, lock: FileLock): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, settings = {}, environment = {}, abortOnExit } = options;
  const began = monotonicMs();
  const clusterDir = join(dataDir, 'postgres');
  const foothold = await chooseWay(dataDir, clusterDir, log);
  await prepareCluster(clusterDir, foothold, durable, log);
  await settleLeftovers(clusterDir, log);
  const server = new Server(
    foothold,
    clusterDir,
    { args: serverArguments(durable, settings), environment },
    log,
  );
  const { address, close } = openAddress(clusterDir);
  const exited = server.exited.then((exit) => {
    close();
    lock.release();
    return exit;
  });
  try {
    await server.ready();
    await ensureDatabase(address);
  } catch (error) {
    const endedByItself = server.ended;
    await server.stop('immediate');
    throw endedByItself ? new EmbeddedPostgresError(server.describeEnd(), { cause: error }) : error;
  }
  void exited.then(() => {
    if (server.stopping) return;
    const error = new EmbeddedPostgresError(server.describeEnd());
    log.fatal({ err: error }, 'the database server ended');
    abortOnExit?.abort(error);
  });
  log.info({ processId: server.processId, tookMs: Math.round(monotonicMs() - began) }, 'PostgreSQL is ready');
  return {
    connection: address,
    url: urlOf(address),
    processId: server.processId,
    exited,
    async stop(mode) {
      await server.stop(mode);
      await exited;
    },
  };
}
