export { Batcher } from './batcher.ts';
export { Connection, connectionConfig, statementSettings } from './connection.ts';
export * from './database.ts';
export { isDatabaseAway } from './database-away.ts';
export { DatabaseBatches } from './database-batches.ts';
export { Listener } from './listener.ts';
export { type Migration, migrate, readMigrations, schemaVersion } from './migrate.ts';
export { namedList, queryNamedList } from './named-list.ts';
export { Notifier, notifyNow } from './notifier.ts';
export {
  dropPartitions,
  droppable,
  type Partition,
  partitionedTables,
  partitionsOf,
  splitPartition,
  unfinishedConversions,
  withPartitions,
} from './partitions.ts';
export type { PersonTexts } from './person-texts.ts';
export { boundResults, LargeResultError } from './result-bound.ts';
export { rowsGiven, valuesGiven } from './rows-given.ts';
export { externalDatabase } from './settings.ts';
export { allStatements, readStatement, type Statement, statement, textOfStatement } from './statement.ts';
export { toJson } from './values.ts';
