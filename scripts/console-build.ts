/**
 * `npm run console:build` builds the console into console/dist, for images and packages. The service then builds
 * nothing itself. With `-- --out <folder>` it builds elsewhere, as the service does at its first start. The folder
 * appears in one step when it is complete.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { viteConfig } from '../console/vite-config.ts';
import {
  type BuiltFile,
  type ConsoleIndex,
  consoleKey,
  indexName,
  readIndex,
} from '../src/platform/console-files/index.ts';

const root = resolve(import.meta.dirname, '..');

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Files that are compressed already and would only grow. */
const packedTypes = new Set(['.woff2', '.png']);
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function buildConsole(folder: string): Promise<void> {
  const key = await consoleKey(root);
  if (key === null) throw new Error('there is no console/src to build');
  await mkdir(dirname(folder), { recursive: true });
  const fresh = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`));
  try {
    await build({
      ...viteConfig,
      logLevel: 'warn',
      build: { ...viteConfig.build, outDir: fresh, emptyOutDir: true },
    });
    const index: ConsoleIndex = { key, files: await packFiles(fresh) };
    await writeFile(join(fresh, indexName), JSON.stringify(index));
    // Another process may have built it first, and its files are in use.
    if ((await readIndex(folder))?.key === key) return;
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Compresses every file beside itself, and returns the list of files. */
async function packFiles(folder: string): Promise<BuiltFile[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => name !== 'manifest.json');
  return Promise.all(
    names.map(async (name): Promise<BuiltFile> => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const isPacked = packedTypes.has(extname(name));
      if (!isPacked) {
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotliOptions));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }
      return {
        path: `/${name}`,
        type: types[extname(name)] ?? 'application/octet-stream',
        etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
        isPacked,
      };
    }),
  );
}

const { values } = parseArgs({ options: { out: { type: 'string' } } });
await buildConsole(resolve(values.out ?? join(root, 'console', 'dist')));
