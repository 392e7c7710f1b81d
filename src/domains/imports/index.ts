export type { ColumnPlan } from './columns.ts';
export { importListRoute, importReadRoutes } from './read-routes.ts';
export { receiveImport } from './receive.ts';
export { fileParameters, Import, importBytesMax } from './schemas.ts';
export type { ImportRecord } from './store.ts';
export { type ImportKind, type ImportRow, ImportWorker } from './worker.ts';
