export { expiredExportHours } from './store.ts';
