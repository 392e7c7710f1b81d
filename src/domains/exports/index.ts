export { expiredExportHours } from './record.ts';
