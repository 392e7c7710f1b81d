export type { PostgresAddress } from './address.ts';
export { DataDirLockedError, lockDataDir } from './data-dir-lock.ts';
export { EmbeddedPostgresError } from './errors.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
