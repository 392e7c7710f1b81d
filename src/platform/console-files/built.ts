import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of the built console. */
export interface BuiltFile {
  /** As the browser asks for it: `/assets/index-Ab12.js`. */
  path: string;
  type: string;
  /** Without quotes, and of the file as it is before packing. */
  etag: string;
  /** Whether it is packed by its own format: there is no `.br` and no `.gz` beside it. */
  isPacked: boolean;
}

/** What a build holds, in a file of its folder. */
export interface ConsoleIndex {
  /** Of what it was built from (`consoleKey`). */
  key: string;
  files: BuiltFile[];
}

/** The file of a build's folder that tells what is in it; written last. */
export const indexName = 'parley-console.json';

/** What a build depends on beside the folder `console`: which versions of the packages there are. */
const lock = 'package-lock.json';
const notSources = /^(node_modules|dist)(\/|$)|\.test\.tsx?$/;

/**
 * Changes with every source file of the console, by content, and with the versions of packages. Null: there are no
 * sources here, as in an image that holds a build alone.
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

/** What is in a build; null where there is none, or not all of it. */
export async function readIndex(folder: string): Promise<ConsoleIndex | null> {
  try {
    return JSON.parse(await readFile(join(folder, indexName), 'utf8')) as ConsoleIndex;
  } catch {
    return null;
  }
}
