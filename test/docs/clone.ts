import { readdir, readFile, symlink } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';

/** A file that lists what does not belong to the repository, or to an image. */
export type IgnoreFile = '.gitignore' | '.dockerignore';

/**
 * Returns the names of files and folders in a package's root that the ignore file does not list. It supports only the
 * patterns that this package's files use.
 */
export async function notIgnored(
  root: string,
  file: IgnoreFile,
  names: readonly string[],
): Promise<string[]> {
  const lines = (await readFile(join(root, file), 'utf8')).split('\n');
  const patterns = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^\//, '').replace(/\/$/, ''));
  return names.filter((name) => !patterns.some((pattern) => matchesGlob(name, pattern)));
}

/**
 * Links the files of a clone after `npm ci` into a folder. Files that a service or the commands of the docs created in
 * the root are left out. Returns the names of the links.
 */
export async function linkClone(root: string, folder: string): Promise<string[]> {
  const names = ['node_modules', ...(await notIgnored(root, '.gitignore', await readdir(root)))];
  for (const name of names) await symlink(join(root, name), join(folder, name));
  return names;
}
