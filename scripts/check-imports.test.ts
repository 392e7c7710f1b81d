import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImports } from './check-imports.ts';

let src: string;
beforeEach(async () => {
  src = await mkdtemp(join(tmpdir(), 'check-imports-'));
});
afterEach(async () => {
  await rm(src, { recursive: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(src, path)), { recursive: true });
    await writeFile(join(src, path), text);
  }
}

async function violations(files: Record<string, string>): Promise<string[]> {
  await write(files);
  return (await checkImports(src)).violations;
}

const clean = {
  'kernel/index.ts': "export * from './phone/index.ts';\n",
  'kernel/phone/index.ts': "import { join } from 'node:path';\nimport { a } from '../a.ts';\n",
  'kernel/a.ts': 'export const a = 1;\n',
  'db/pool.ts': "import { a } from '../kernel/index.ts';\n",
  'providers/deepgram/index.ts': "import type { A } from '../spec/index.ts';\nimport '../kit/index.ts';\n",
  'providers/registry.ts': "import { deepgram } from './deepgram/index.ts';\n",
  'calls/list.ts': "import type { Agent } from '../agents/index.ts';\nimport { b } from './b.ts';\n",
  'session/index.ts': "import { registry } from '../providers/registry.ts';\n",
  'app.ts': "import { pool } from './db/pool.ts';\n",
  'main.ts': "import { app } from './app.ts';\n",
  'cli/backup.ts': "import { app } from '../app.ts';\nimport { x } from '../../bin/x.ts';\n",
};

describe('checkImports', () => {
  it('finds nothing in a tree that keeps the rules', async () => {
    await write(clean);
    expect(await checkImports(src)).toEqual({ violations: [], fileCount: 11, folderCount: 6 });
  });

  it.each([
    ['kernel/a.ts', '../db/index.ts', 'db has rank 1, above kernel with 0'],
    ['sip/a.ts', '../media/index.ts', 'media and sip both have rank 1'],
    ['db/a.ts', '../kernel/ids.ts', 'use kernel/index.ts, its door'],
    ['db/a.ts', '../kernel/phone/index.ts', 'use kernel/index.ts, its door'],
    [
      'agents/a.ts',
      '../calls/index.ts',
      'calls and agents both have rank 5 and calls stands to the right of agents',
    ],
    ['calls/a.ts', '../session/index.ts', 'session has rank 6, above calls with 5'],
    ['dialer/a.ts', '../session/index.ts', 'session and dialer both have rank 6'],
    ['providers/deepgram/a.ts', '../openai/index.ts', 'both have rank 3'],
    [
      'providers/kit/a.ts',
      '../deepgram/index.ts',
      'providers/deepgram has rank 3, above providers/kit with 2',
    ],
    ['providers/deepgram/a.ts', '../registry.ts', 'providers/registry.ts has rank 4'],
    ['calls/a.ts', '../app.ts', 'imported by nothing else'],
    ['calls/a.ts', '../cli/backup.ts', 'imported by nothing else'],
    ['calls/a.ts', '../../scripts/x.ts', 'only tests reach outside src'],
    ['calls/a.ts', '../misc/index.ts', 'src/misc has no rank'],
    ['calls/a.test.ts', '../main.ts', 'imported by nothing else'],
    ['calls/a.test.ts', '../session/player.ts', 'use session/index.ts, its door'],
  ])('%s may not import %s', async (file, specifier, why) => {
    const found = await violations({ [file]: `import { x } from '${specifier}';\n` });
    expect(found).toEqual([expect.stringContaining(`src/${file}:1 imports ${specifier}: `)]);
    expect(found[0]).toContain(why);
  });

  it('lets a test import any rank and the world outside', async () => {
    const text = "import { s } from '../session/index.ts';\nimport { w } from '../../test/world.ts';\n";
    expect(await violations({ 'kernel/a.test.ts': text })).toEqual([]);
  });

  it('takes a computed path in a test for that of a program which the test starts', async () => {
    const files = {
      'db/a.test.ts': 'const code = "await import(" + path;\n',
      'db/a.ts': 'await import(path);\n',
    };
    expect(await violations(files)).toEqual([
      expect.stringContaining('src/db/a.ts:1 imports a computed path'),
    ]);
  });

  it('reads every form of import and names its line', async () => {
    const text = [
      '/** Not an import: from "../session/a.ts". */',
      'import type {',
      '  A,',
      "} from '../session/b.ts';",
      'export type { B } from "../session/c.ts";',
      "export * from '../session/d.ts';",
      "import '../session/e.ts';",
      "const f = await import('../session/f.ts');",
      "type G = typeof import('../session/g.ts');",
      'const h = await import(path);',
      "export const from = '../session/not-this.ts';",
      "import x, * as y from '../session/i.ts';",
      'import {',
      "  // what isn't (yet) plain",
      '  J,',
      "} from '../session/j.ts';",
    ];
    const found = await violations({ 'db/a.ts': text.join('\n') });
    expect(found.map((line) => line.split(': ')[0])).toEqual([
      'src/db/a.ts:2 imports ../session/b.ts',
      'src/db/a.ts:5 imports ../session/c.ts',
      'src/db/a.ts:6 imports ../session/d.ts',
      'src/db/a.ts:7 imports ../session/e.ts',
      'src/db/a.ts:8 imports ../session/f.ts',
      'src/db/a.ts:9 imports ../session/g.ts',
      'src/db/a.ts:10 imports a computed path',
      'src/db/a.ts:12 imports ../session/i.ts',
      'src/db/a.ts:16 imports ../session/j.ts',
    ]);
  });

  it('names a folder without a rank once', async () => {
    const files = { 'misc/a.ts': '', 'misc/b.ts': "import '../db/pool.ts';\n", 'loose.ts': '' };
    expect(await violations(files)).toEqual([
      expect.stringContaining('src/loose.ts has no rank'),
      expect.stringContaining('src/misc has no rank'),
    ]);
  });
});

describe('the command', () => {
  const run = () =>
    new Promise<{ code: number | string | null | undefined; output: string }>((resolve) => {
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'check-imports.ts'), src],
        (error, stdout, stderr) => resolve({ code: error ? error.code : 0, output: stdout + stderr }),
      );
    });

  it('prints one line and ends with 0 when all is well', async () => {
    await write(clean);
    expect(await run()).toEqual({ code: 0, output: 'imports: 11 files in 6 folders keep to their ranks\n' });
  });

  it('prints each violation and ends with 1', async () => {
    await write({ ...clean, 'kernel/b.ts': "import { x } from '../calls/index.ts';\n" });
    expect(await run()).toEqual({
      code: 1,
      output: 'src/kernel/b.ts:1 imports ../calls/index.ts: calls has rank 5, above kernel with 0\n',
    });
  });
});
