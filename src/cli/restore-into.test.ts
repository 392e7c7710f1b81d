import { expect, test } from 'vitest';
import type { BackupDescription } from '../platform/backup/index.ts';
import { readMigrations } from '../platform/db/index.ts';
import { refuseUnknown } from './restore-into.ts';

function backupWith(migration: BackupDescription['migration']): BackupDescription {
  return {
    format: 1,
    createdAt: '2026-11-23T00:00:00Z',
    migration,
    postgresMajorVersion: 18,
    secretFingerprint: 'x',
    holdsSecretKey: true,
    recordingStore: null,
  };
}

test('accepts a backup whose newest migration this program has', async () => {
  const newest = (await readMigrations()).at(-1)!;
  await expect(refuseUnknown(backupWith(newest))).resolves.toBeUndefined();
});

test.each([
  { version: 1, name: '000001_foundation.sql' },
  { version: 99, name: '000099_hosts_of_local_numbers.sql' },
])('a backup with the migration $name, which this program lacks, is refused', async (migration) => {
  await expect(refuseUnknown(backupWith(migration))).rejects.toThrow(
    `Its database has migration ${migration.name}, which this version of Parley does not have.`,
  );
});
