import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../world/temporary-folder.ts';

const builder = resolve(import.meta.dirname, '../../scripts/console-build.ts');
const bytesMax = 400_000;

/** A chunk of Vite's manifest, by its source file. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

test('the first page takes less than 400 KB, gzipped', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const built = join(folder.path, 'console');
  await promisify(execFile)(process.execPath, [builder, '--out', built]);
  const manifest = JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (source: string): void => {
    const { file, imports = [], css = [] } = manifest[source]!;
    if (files.has(file)) return;
    for (const name of [file, ...css]) files.add(name);
    imports.forEach(add);
  };
  add('index.html');
  add('src/features/home/home-page.tsx');
  const sizes = await Promise.all(
    [...files].map(async (file) => (await stat(join(built, `${file}.gz`))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(bytesMax);
});
