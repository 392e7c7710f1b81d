import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { secretFileName, writeDurably } from '../../program/storage.ts';

/** The secret key that is to follow the one in the file; null: none was made. */
export async function readNextSecret(dataDir: string): Promise<string | null> {
  const text = await readFile(nextFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : text.trim();
}

/** Makes the next secret key; it is on the disk before anybody knows of it. */
export async function makeNextSecret(dataDir: string): Promise<void> {
  await writeDurably(nextFile(dataDir), `${randomBytes(32).toString('base64url')}\n`);
}

/** The next secret key is the one that counts from now on. */
export async function takeNextSecret(dataDir: string): Promise<void> {
  await rename(nextFile(dataDir), join(dataDir, secretFileName));
  await using folder = await open(dataDir, 'r');
  await folder.sync();
}

function nextFile(dataDir: string): string {
  return join(dataDir, `${secretFileName}.next`);
}
