export { checkBackup, readDescription } from './check-backup.ts';
export { extractBackup } from './extract-backup.ts';
export { type BackupDescription, folders, formatVersion, keyFiles } from './format.ts';
export { type OnProgress, writeBackup } from './write-backup.ts';
