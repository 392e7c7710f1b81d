import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './fences.ts';

/** prom-client names the metrics of Node.js. */
const ofTheProcess = /^parley_(nodejs|process)_/;

async function declaredMetrics(): Promise<string[]> {
  const files = await readdir(join(root, 'src'), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const texts = await Promise.all(sources.map((file) => readFile(join(root, 'src', file), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/\b(?:counter|gauge|histogram)\(\s*'(parley_\w+)'/g)].map(([, name]) => name!),
  );
}

it('the page of operations names every metric of the program, and no other', async () => {
  const page = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const named = new Set([...page.matchAll(/\bparley_[a-z_]+/g)].map(([name]) => name));
  const declared = new Set(await declaredMetrics());
  expect(declared.size).toBeGreaterThan(20);
  expect([...declared].filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !declared.has(name) && !ofTheProcess.test(name))).toEqual([]);
});
