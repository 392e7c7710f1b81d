import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { secretFileName, writeDurably } from '../../program/storage.ts';

/** Returns the next secret key, or `null` before it is made. */
export async function readNextSecret(dataDir: string): Promise<string | null> {
  const text = await readFile(nextFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : text.trim();
}

/** Makes the next secret key, and flushes it before any process uses it. */
export async function makeNextSecret(dataDir: string): Promise<void> {
  await writeDurably(nextFile(dataDir), `${randomBytes(32).toString('base64url')}\n`);
}

/** Replaces the file of the secret key with the next one. */
export async function replaceSecret(dataDir: string): Promise<void> {
  await rename(nextFile(dataDir), join(dataDir, secretFileName));
  await using folder = await open(dataDir, 'r');
  await folder.sync();
}

function nextFile(dataDir: string): string {
  return join(dataDir, `${secretFileName}.next`);
}
