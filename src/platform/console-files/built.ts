import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the built console. */
export interface BuiltFile {
  /** The path in requests: `/assets/index-Ab12.js`. */
  path: string;
  type: string;
  /** The entity tag of the uncompressed file, without quotes. */
  etag: string;
  /** Whether its format is compressed already, so that there is no `.br` and no `.gz`. */
  isPacked: boolean;
}

/** The content of a build, in a file of its folder. */
export interface ConsoleIndex {
  /** The key of the sources (`consoleKey`). */
  key: string;
  files: BuiltFile[];
}

/** The file that lists a build. It is written last. */
export const indexName = 'parley-console.json';

/** The versions of the packages, on which a build depends besides the folder `console`. */
const lock = 'package-lock.json';
const notSources = /^(node_modules|dist)(\/|$)|\.test\.tsx?$/;

/**
 * Returns a key that changes with every source file of the console and with the versions of packages. `null` without
 * sources, as in an image that holds only a build.
 */
export async function consoleKey(root: string): Promise<string | null> {
  const folder = join(root, 'console');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !notSources.test(name))
    .sort();
  if (!names.includes('index.html')) return null;
  const hash = createHash('sha256');
  const paths = [...names.map((name) => join(folder, name)), join(root, lock)];
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    hash.update(`${path.slice(root.length)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 20);
}

/** Returns the list of a build, or `null` when there is none or it is incomplete. */
export async function readIndex(folder: string): Promise<ConsoleIndex | null> {
  try {
    return JSON.parse(await readFile(join(folder, indexName), 'utf8')) as ConsoleIndex;
  } catch {
    return null;
  }
}
