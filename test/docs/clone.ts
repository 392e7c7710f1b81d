import { readdir, readFile, symlink } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';

/** A file that says what does not belong to the package: to its repository, or to an image. */
export type IgnoreFile = '.gitignore' | '.dockerignore';

/**
 * The names, of files and folders in the root of a package, that such a file does not name. Of its patterns those are
 * understood that the files of this package have.
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
 * Links into a folder what a clone of a package has after `npm ci`, without files that a service or the commands of the
 * docs have made in its root. Returns the names of the links.
 */
export async function linkClone(root: string, folder: string): Promise<string[]> {
  const names = ['node_modules', ...(await notIgnored(root, '.gitignore', await readdir(root)))];
  for (const name of names) await symlink(join(root, name), join(folder, name));
  return names;
}
