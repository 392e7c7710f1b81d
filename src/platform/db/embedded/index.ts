export type { PostgresAddress } from './address.ts';
export { type DataDirLock, DataDirLockedError, lockDataDir } from './data-dir-lock.ts';
export { EmbeddedPostgresError } from './errors.ts';
export type { PostgresExit } from './server.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start.ts';
