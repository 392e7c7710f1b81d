export { checkFile } from './check-file.ts';
export type { ColumnPlan } from './columns.ts';
export type { ImportRow } from './import-row.ts';
export type { ArrivingFile } from './read-file.ts';
export { importListRoute, importReadRoutes } from './read-routes.ts';
export { receiveImport } from './receive.ts';
export { fileParameters, Import, ImportCheck, importBytesMax } from './schemas.ts';
export type { ImportRecord } from './store.ts';
export { type ImportKind, ImportWorker } from './worker.ts';
