import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConsoleFiles } from '../../src/platform/console-files/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const bytesMax = 400_000;

/** A chunk of Vite's manifest, by its source file. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

test('the first page takes less than 400 KB, gzipped', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  // The build of these sources, which other tests use too.
  const files = new ConsoleFiles({ root, dataDir: folder.path, log: silentLog });
  await files.prepare();
  if (files.state.kind !== 'ready') throw new Error(JSON.stringify(files.state));
  const built = files.state.folder;
  const manifest = JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const needed = new Set<string>();
  const add = (source: string): void => {
    const { file, imports = [], css = [] } = manifest[source]!;
    if (needed.has(file)) return;
    for (const name of [file, ...css]) needed.add(name);
    imports.forEach(add);
  };
  add('index.html');
  add('src/features/home/home-page.tsx');
  const sizes = await Promise.all(
    [...needed].map(async (file) => (await stat(join(built, `${file}.gz`))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(bytesMax);
});
