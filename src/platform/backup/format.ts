/** The version of the archive's format. It changes when older programs could not restore a newer archive. */
export const formatVersion = 1;

/** The first entry, which describes the backup. */
export const descriptionName = 'backup.json';
/** The last entry, which checks the archive. */
export const checksumName = 'checksum.json';
/** The folders of an archive. All other entries lie above them. */
export const folders = { database: 'postgres', recordings: 'recordings' } as const;
/** Files of the data directory that a backup includes if they exist. */
export const keyFiles = ['secret.key', 'owner.key'] as const;

/** The locks and the socket of a running server. They are not part of the database. */
const ofRunning = /^(?:postmaster\.pid|\.s\.PGSQL\..+)$/;

/** Whether a file of the database's folder belongs to the running server and not to a copy. */
export function isOfRunningServer(name: string): boolean {
  return ofRunning.test(name.split('/').at(-1)!);
}

/** The description of a backup. */
export interface BackupDescription {
  format: number;
  /** RFC 3339. */
  createdAt: string;
  /** The newest migration of the database. */
  migration: { version: number; name: string };
  postgresMajorVersion: number;
  /** The fingerprint of the database's secret key. */
  secretFingerprint: string;
  /** Whether the archive contains `secret.key`. If not, the operator must keep the key elsewhere. */
  holdsSecretKey: boolean;
  /** The object store that holds further recordings, or `null`. */
  recordingStore: string | null;
}

/** The expected length and hash of all bytes before the last entry. */
export interface BackupChecksum {
  sha256: string;
  bytes: number;
  entries: number;
}
