import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImports } from './check-imports.ts';
import { type Tree, trees } from './import-ranks.ts';

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

const treeAt = (path: string): Tree => trees.find((tree) => tree.path === path)!;

async function violations(files: Record<string, string>, path = 'src'): Promise<string[]> {
  await write(files);
  return (await checkImports(src, treeAt(path))).violations;
}

const clean = {
  'platform/kernel/index.ts': "export * from './phone/index.ts';\n",
  'platform/kernel/phone/index.ts': "import { join } from 'node:path';\nimport { a } from '../a.ts';\n",
  'platform/kernel/a.ts': 'export const a = 1;\n',
  'platform/db/pool.ts': "import { a } from '../kernel/index.ts';\n",
  'telephony/sip/message/via.ts': "import { a } from '../base/target.ts';\n",
  'telephony/sip/index.ts': "import { via } from './message/via.ts';\n",
  'conversation/providers/deepgram/index.ts':
    "import type { A } from '../interfaces/index.ts';\nimport '../kit/index.ts';\n",
  'conversation/providers/registry.ts': "import { deepgram } from './deepgram/index.ts';\n",
  'domains/calls/list.ts': "import type { Agent } from '../agents/index.ts';\nimport { b } from './b.ts';\n",
  'runtime/session/index.ts': "import { registry } from '../../conversation/providers/registry.ts';\n",
  'app.ts': "import { pool } from './platform/db/pool.ts';\n",
  'main.ts': "import { app } from './app.ts';\n",
  'cli/backup.ts': "import { app } from '../app.ts';\nimport { x } from '../../bin/x.ts';\n",
};

describe('checkImports', () => {
  it('finds nothing in a tree that keeps the rules', async () => {
    await write(clean);
    expect(await checkImports(src, treeAt('src'))).toEqual({ violations: [], fileCount: 13, folderCount: 7 });
  });

  it.each([
    ['platform/kernel/a.ts', '../db/index.ts', 'platform/db stands above platform/kernel'],
    ['telephony/sip/a.ts', '../media/index.ts', 'telephony/media and telephony/sip stand side by side'],
    ['platform/db/a.ts', '../kernel/ids.ts', 'use platform/kernel/index.ts, its door'],
    ['platform/db/a.ts', '../kernel/phone/index.ts', 'use platform/kernel/index.ts, its door'],
    ['domains/agents/a.ts', '../calls/index.ts', 'domains/calls stands above domains/agents'],
    ['domains/calls/a.ts', '../../runtime/session/index.ts', 'runtime/session stands above domains/calls'],
    ['runtime/dialer/a.ts', '../session/index.ts', 'runtime/session stands above runtime/dialer'],
    ['conversation/providers/deepgram/a.ts', '../openai/index.ts', 'stand side by side'],
    ['conversation/providers/kit/a.ts', '../deepgram/index.ts', 'providers/deepgram stands above'],
    ['conversation/providers/deepgram/a.ts', '../registry.ts', 'providers/registry.ts stands above'],
    ['domains/calls/a.ts', '../../app.ts', 'imported by nothing else'],
    ['domains/calls/a.ts', '../../cli/backup.ts', 'imported by nothing else'],
    ['domains/calls/a.ts', '../../../scripts/x.ts', 'only tests reach outside src'],
    ['domains/calls/a.ts', '../misc/index.ts', 'src/domains/misc has no rank'],
    ['domains/calls/a.test.ts', '../../main.ts', 'imported by nothing else'],
    ['domains/calls/a.test.ts', '../../runtime/session/player.ts', 'use runtime/session/index.ts, its door'],
    ['telephony/sip/message/a.ts', '../call/b.ts', 'call stands above message'],
    ['telephony/sip/sdp/a.ts', '../transport/b.ts', 'transport and sdp stand side by side'],
    ['telephony/sip/message/a.ts', '../index.ts', 'index.ts stands above the folders of telephony/sip'],
    ['telephony/sip/message/a.ts', '../extra/b.ts', 'extra has no rank in telephony/sip'],
    ['telephony/sip/base/a.ts', '../syntax/grammar.ts', 'use telephony/sip/syntax/index.ts, its door'],
  ])('%s may not import %s', async (file, specifier, why) => {
    const found = await violations({ [file]: `import { x } from '${specifier}';\n` });
    expect(found).toEqual([expect.stringContaining(`src/${file}:1 imports ${specifier}: `)]);
    expect(found[0]).toContain(why);
  });

  it.each([
    ['ui/a.tsx', '../shell/index.ts', 'shell stands above ui'],
    ['shell/a.tsx', '../features/picks/index.ts', 'features/picks stands above shell'],
    ['shell/a.tsx', '../routes/pages.ts', 'imported by nothing else'],
    ['features/picks/a.ts', '../calls/index.ts', 'features/calls stands above features/picks'],
    ['features/agents/a.ts', '../trunks/index.ts', 'features/trunks and features/agents stand side by side'],
    ['features/home/a.tsx', '../calls/labels.ts', 'use features/calls/index.ts, its door'],
    ['features/home/a.tsx', '../../../../packages/sdk/src/index.ts', 'only tests reach outside console/src'],
  ])('of the console, %s may not import %s', async (file, specifier, why) => {
    const found = await violations({ [file]: `import { x } from '${specifier}';\n` }, 'console/src');
    expect(found).toEqual([expect.stringContaining(why)]);
  });

  it('lets routes of the console import any page, and api the types of the API', async () => {
    const files = {
      'routes/calls.tsx': "const page = import('../features/calls/calls-page.tsx');\n",
      'api/client.ts': "import type { paths } from '../../../packages/sdk/src/schema.gen.ts';\n",
    };
    expect(await violations(files, 'console/src')).toEqual([]);
  });

  it('lets the CLI use the SDK through its index only, and the SDK nothing', async () => {
    const files = {
      'cli/src/a.ts': "import { Parley } from '../../sdk/src/index.ts';\nimport '../../sdk/src/retry.ts';\n",
      'sdk/src/b.ts': "import '../../cli/src/index.ts';\n",
    };
    expect(await violations(files, 'packages')).toEqual([
      expect.stringContaining('use sdk/src/index.ts, its door'),
      expect.stringContaining('cli/src stands above sdk/src'),
    ]);
  });

  it('lets a test import any rank and the world outside', async () => {
    const text =
      "import { s } from '../../runtime/session/index.ts';\nimport { w } from '../../../test/world.ts';\n";
    expect(await violations({ 'platform/kernel/a.test.ts': text })).toEqual([]);
  });

  it('takes a computed path in a test for that of a program which the test starts', async () => {
    const files = {
      'platform/db/a.test.ts': 'const code = "await import(" + path;\n',
      'platform/db/a.ts': 'await import(path);\n',
    };
    expect(await violations(files)).toEqual([
      expect.stringContaining('src/platform/db/a.ts:1 imports a computed path'),
    ]);
  });

  it('reads every form of import and names its line', async () => {
    const text = [
      '/** Not an import: from "../../runtime/session/a.ts". */',
      'import type {',
      '  A,',
      "} from '../../runtime/session/b.ts';",
      'export type { B } from "../../runtime/session/c.ts";',
      "export * from '../../runtime/session/d.ts';",
      "import '../../runtime/session/e.ts';",
      "const f = await import('../../runtime/session/f.ts');",
      "type G = typeof import('../../runtime/session/g.ts');",
      'const h = await import(path);',
      "export const from = '../../runtime/session/not-this.ts';",
      "import x, * as y from '../../runtime/session/i.ts';",
      'import {',
      "  // what isn't (yet) plain",
      '  J,',
      "} from '../../runtime/session/j.ts';",
    ];
    const found = await violations({ 'platform/db/a.ts': text.join('\n') });
    expect(found.map((line) => line.split(': ')[0])).toEqual([
      'src/platform/db/a.ts:2 imports ../../runtime/session/b.ts',
      'src/platform/db/a.ts:5 imports ../../runtime/session/c.ts',
      'src/platform/db/a.ts:6 imports ../../runtime/session/d.ts',
      'src/platform/db/a.ts:7 imports ../../runtime/session/e.ts',
      'src/platform/db/a.ts:8 imports ../../runtime/session/f.ts',
      'src/platform/db/a.ts:9 imports ../../runtime/session/g.ts',
      'src/platform/db/a.ts:10 imports a computed path',
      'src/platform/db/a.ts:12 imports ../../runtime/session/i.ts',
      'src/platform/db/a.ts:16 imports ../../runtime/session/j.ts',
    ]);
  });

  it('names a folder without a rank once', async () => {
    const files = { 'misc/a.ts': '', 'misc/b.ts': "import '../platform/db/pool.ts';\n", 'loose.ts': '' };
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
    expect(await run()).toEqual({ code: 0, output: 'src: 13 files in 7 folders keep to their ranks\n' });
  });

  it('prints each violation and ends with 1', async () => {
    await write({ ...clean, 'platform/kernel/b.ts': "import { x } from '../../domains/calls/index.ts';\n" });
    expect(await run()).toEqual({
      code: 1,
      output:
        'src/platform/kernel/b.ts:1 imports ../../domains/calls/index.ts: domains/calls stands above platform/kernel\n',
    });
  });
});
