export { Batcher } from './batcher.ts';
export * from './database.ts';
export { DatabaseBatches } from './database-batches.ts';
export { Listener } from './listener.ts';
export { migrate, readMigrations } from './migrate.ts';
export { Notifier } from './notifier.ts';
export { rowsGiven } from './rows-given.ts';
export { type Statement, statement, textOfStatement } from './statement.ts';
export { toJson, toRfc3339 } from './values.ts';
