import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../kernel/index.ts';
import { ByteReader } from './byte-reader.ts';
import { checksumName, descriptionName, folders, isOfRunningServer, keyFiles } from './format.ts';
import { readTar } from './read-tar.ts';
import type { OnProgress } from './write-backup.ts';

/** Writes the entries of a checked backup into `folder`, laid out as a data directory. */
export async function extractBackup(
  file: string,
  folder: string,
  ofBytes: number,
  onProgress: OnProgress,
): Promise<void> {
  let bytes = 0;
  for await (const entry of readTar(new ByteReader(createReadStream(file, { highWaterMark: 1 << 18 })))) {
    if (entry.name === checksumName) return;
    if (entry.name === descriptionName) continue;
    const place = placeOf(entry.name);
    // Older backups contain some of them.
    if (place.startsWith(`${folders.database}/`) && isOfRunningServer(place)) continue;
    const path = join(folder, place);
    if (entry.kind === 'folder') {
      await makeFolder(path);
      continue;
    }
    await makeFolder(dirname(path));
    // A recording may occur twice; the second one is newer.
    await using target = await open(path, 'w', 0o600);
    for await (const chunk of entry.body) {
      await target.writeFile(chunk);
      bytes += chunk.length;
      onProgress('restoring', bytes, ofBytes);
    }
    // The database flushes its own files when it starts.
    if (!entry.name.startsWith(`${folders.database}/`)) await target.sync();
  }
}

/**
 * Returns the path of an entry. Throws unless it is one of a backup's, so nothing is ever written outside the folder.
 */
function placeOf(name: string): string {
  // PostgreSQL writes some names with a leading `./`.
  const parts = name.split('/').filter((part) => part !== '.');
  const isPlain = parts.every((part) => part !== '' && part !== '..');
  const [first] = parts;
  const isInFolder = parts.length > 1 && (first === folders.database || first === folders.recordings);
  if (isPlain && (isInFolder || keyFiles.some((key) => key === name))) return parts.join('/');
  throw new Error(`It has an entry that no backup has: ${JSON.stringify(name)}.`);
}
