import { createReadStream } from 'node:fs';
import { open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveWriter } from './archive-writer.ts';
import { takeBaseBackup } from './base-backup.ts';
import { ByteReader } from './byte-reader.ts';
import { type BackupDescription, descriptionName, folders, isOfRunningServer, keyFiles } from './format.ts';
import { readTar } from './read-tar.ts';
import { movedInto } from './tar-header.ts';

/** Reports the progress of a backup or restore. `ofBytes` is an estimate; 0 when unknown. */
export type OnProgress = (what: string, bytes: number, ofBytes: number) => void;

interface WriteBackupOptions {
  /** The connection to the running embedded database. */
  connectionString: string;
  dataDir: string;
  /** The path of the complete backup. It must not exist yet. */
  file: string;
  description: BackupDescription;
  nowMs: number;
  onProgress: OnProgress;
}

interface WrittenBackup {
  bytes: number;
  /** A recording that changed during the backup counts twice. */
  recordings: number;
}

/** The largest difference between the file system's coarse clock and the process's. */
const clockSlackMs = 2000;

/**
 * Writes the backup of a running installation. The database is that of the moment at which its copy ended. Recordings
 * are copied before and after the database, so that every recording that it references is in the archive, including
 * those moved or written meanwhile. The file gets its name only when it is complete.
 */
export async function writeBackup(options: WriteBackupOptions): Promise<WrittenBackup> {
  const { file, nowMs } = options;
  await removeLeftovers(file);
  const unfinished = `${file}.${process.pid}.partial`;
  try {
    const written = await writeTo(unfinished, options);
    await rename(unfinished, file);
    await flushFolder(dirname(file));
    return written;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }

  async function writeTo(path: string, { description, dataDir, onProgress }: WriteBackupOptions) {
    await using handle = await open(path, 'wx', 0o600);
    const archive = new ArchiveWriter(handle);
    await archive.addText(descriptionName, `${JSON.stringify(description)}\n`, nowMs);
    const recordingsDir = join(dataDir, 'recordings');
    const recent = new Map<string, number>();
    const add = (of: Pick<Recordings, 'isWanted'>) =>
      addRecordings(archive, { recordingsDir, onProgress, ...of });
    const before = await add({
      isWanted(name, mtimeMs) {
        if (mtimeMs >= nowMs - clockSlackMs) recent.set(name, mtimeMs);
        return true;
      },
    });
    await addDatabase(archive, options);
    const since = await add({
      isWanted: (name, mtimeMs) => mtimeMs >= nowMs - clockSlackMs && recent.get(name) !== mtimeMs,
    });
    for (const name of keyFiles) {
      if (name === 'secret.key' && !description.holdsSecretKey) continue;
      const text = await readFile(join(dataDir, name), 'utf8').catch(unlessMissing);
      if (text !== null) await archive.addText(name, text, nowMs);
    }
    await archive.end(nowMs);
    return { bytes: archive.bytes, recordings: before + since };
  }
}

async function addDatabase(archive: ArchiveWriter, options: WriteBackupOptions): Promise<void> {
  const backup = await takeBaseBackup(options.connectionString);
  try {
    const startedAt = archive.bytes;
    for await (const { name, header, size, body } of readTar(new ByteReader(backup.tar))) {
      // PostgreSQL includes the lock file of its socket, which would make a restored server mistake another process for
      // itself.
      if (isOfRunningServer(name)) continue;
      await archive.add(movedInto(folders.database, header), size, body);
      options.onProgress('database', archive.bytes - startedAt, backup.bytesExpected());
    }
    // PostgreSQL's last message, possibly an error, follows the end of the archive.
    for await (const _ of backup.tar);
  } finally {
    await backup.close();
  }
}

interface Recordings {
  recordingsDir: string;
  isWanted: (name: string, mtimeMs: number) => boolean;
  onProgress: OnProgress;
}

/**
 * Adds the recordings that `isWanted` accepts and returns how many. Recordings that were moved away meanwhile are
 * skipped.
 */
async function addRecordings(
  archive: ArchiveWriter,
  { recordingsDir, isWanted, onProgress }: Recordings,
): Promise<number> {
  const folder = await opendir(recordingsDir).catch(unlessMissing);
  if (!folder) return 0;
  let count = 0;
  let bytes = 0;
  for await (const entry of folder) {
    if (!entry.isFile()) continue;
    const path = join(recordingsDir, entry.name);
    const handle = await open(path).catch(unlessMissing);
    if (!handle) continue;
    await using recording = handle;
    const { size, mtimeMs } = await recording.stat();
    if (!isWanted(entry.name, mtimeMs)) continue;
    const header = { name: `${folders.recordings}/${entry.name}`, size, mtimeMs };
    await archive.add(header, size, createReadStream(path, { fd: recording, autoClose: false }));
    count++;
    bytes += size;
    onProgress('recordings', bytes, 0);
  }
  return count;
}

/** A killed backup leaves its unfinished file, named by its process id. */
async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    const processId = /^\.(\d+)\.partial$/.exec(path.startsWith(file) ? path.slice(file.length) : '')?.[1];
    if (processId === undefined) continue;
    const isAlive = await stat(`/proc/${processId}`).catch(unlessMissing);
    if (!isAlive) await rm(path, { force: true });
  }
}

async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
