import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ByteReader } from './byte-reader.ts';
import {
  type BackupChecksum,
  type BackupDescription,
  checksumName,
  descriptionName,
  formatVersion,
} from './format.ts';
import { readTar, type TarEntry } from './read-tar.ts';
import { paddingOf } from './tar-header.ts';
import type { OnProgress } from './write-backup.ts';

const textBytesMax = 1 << 20;

/** Reads the description of a backup without the rest. Throws for a file that this program cannot read. */
export async function readDescription(file: string): Promise<BackupDescription> {
  for await (const entry of readTar(new ByteReader(createReadStream(file)))) {
    if (entry.name !== descriptionName) break;
    const description = JSON.parse(await textOf(entry)) as BackupDescription;
    if (description.format > formatVersion)
      throw new Error(
        `A newer Parley wrote it (format ${description.format}). Restore it with that version.`,
      );
    return description;
  }
  throw new Error(`It is not a backup: its first entry is not ${descriptionName}.`);
}

/** Reads the whole file and throws unless every byte is as it was written. */
export async function checkBackup(file: string, ofBytes: number, onProgress: OnProgress): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  let entries = 0;
  for await (const entry of readTar(new ByteReader(createReadStream(file, { highWaterMark: 1 << 18 })))) {
    if (entry.name === checksumName) {
      const expected = JSON.parse(await textOf(entry)) as BackupChecksum;
      if (expected.sha256 === hash.digest('hex') && expected.bytes === bytes && expected.entries === entries)
        return;
      throw new Error('It is damaged: its checksum is wrong.');
    }
    entries++;
    const take = (chunk: Buffer) => {
      hash.update(chunk);
      bytes += chunk.length;
    };
    take(entry.header);
    for await (const chunk of entry.body) {
      take(chunk);
      onProgress('checking', bytes, ofBytes);
    }
    take(Buffer.alloc(paddingOf(entry.size)));
  }
  throw new Error('It is incomplete: its checksum is missing.');
}

async function textOf({ name, size, body }: TarEntry): Promise<string> {
  if (size > textBytesMax) throw new Error(`${name} is too long`);
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
