/** The version of the archive's format; it changes when an older program could not restore what a newer one writes. */
export const formatVersion = 1;

/** The first entry: what the archive is a backup of. */
export const descriptionName = 'backup.json';
/** The last entry: what the archive must be to be whole. */
export const checksumName = 'checksum.json';
/** What stands in the folders of an archive; everything else of it lies above them. */
export const folders = { database: 'postgres', recordings: 'recordings' } as const;
/** Files of the data directory that a backup takes along, where they are there. */
export const keyFiles = ['secret.key', 'owner.key'] as const;

/** By these a running server is known in its folder: its locks, and its socket. They are nothing of the database. */
const ofRunning = /^(?:postmaster\.pid|\.s\.PGSQL\..+)$/;

/** Whether a file of the database's folder belongs to the server that ran there, and not to a copy. */
export function isOfRunningServer(name: string): boolean {
  return ofRunning.test(name.split('/').at(-1)!);
}

/** What a backup says of itself. */
export interface BackupDescription {
  format: number;
  /** RFC 3339. */
  createdAt: string;
  /** The newest migration of the database. */
  migration: { version: number; name: string };
  postgresMajorVersion: number;
  /** Of the secret key that the database was made with. */
  secretFingerprint: string;
  /** Whether `secret.key` is in it; otherwise it has to be kept elsewhere. */
  holdsSecretKey: boolean;
  /** The object store that recordings are in besides those of the archive, or null. */
  recordingStore: string | null;
}

/** What the bytes before the last entry have to be. */
export interface BackupChecksum {
  sha256: string;
  bytes: number;
  entries: number;
}
