import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../kernel/index.ts';
import { ByteReader } from './byte-reader.ts';
import { checksumName, descriptionName, folders, isOfRunningServer, keyFiles } from './format.ts';
import { readTar } from './read-tar.ts';
import type { OnProgress } from './write-backup.ts';

/** Puts the entries of a checked backup into `folder`, as they lie in a data directory. */
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
    // Backups of before they were left out hold some.
    if (place.startsWith(`${folders.database}/`) && isOfRunningServer(place)) continue;
    const path = join(folder, place);
    if (entry.kind === 'folder') {
      await makeFolder(path);
      continue;
    }
    await makeFolder(dirname(path));
    // A recording may come twice, the second time as it was later.
    await using target = await open(path, 'w', 0o600);
    for await (const chunk of entry.body) {
      await target.writeFile(chunk);
      bytes += chunk.length;
      onProgress('restoring', bytes, ofBytes);
    }
    // The database flushes its own files when it is started on them.
    if (!entry.name.startsWith(`${folders.database}/`)) await target.sync();
  }
}

/** The name, where it is one of a backup's: nothing is ever written beside the folder. */
function placeOf(name: string): string {
  // PostgreSQL writes some names with `./` before them.
  const parts = name.split('/').filter((part) => part !== '.');
  const isPlain = parts.every((part) => part !== '' && part !== '..');
  const [first] = parts;
  const isInFolder = parts.length > 1 && (first === folders.database || first === folders.recordings);
  if (isPlain && (isInFolder || keyFiles.some((key) => key === name))) return parts.join('/');
  throw new Error(`There is an entry in it that no backup has: ${JSON.stringify(name)}.`);
}
