import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The launched program. It reports its arguments and signals in JSON lines. */
const program = `
import { onLauncherGone } from '${join(repository, 'src', 'program', 'launcher-channel.ts')}';
const say = (words: unknown) => process.stdout.write(JSON.stringify(words) + '\\n');
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {
  say({ signal });
  if (signal === 'SIGTERM') process.exit(7);
});
onLauncherGone(() => {
  say({ launcherGone: true });
  process.exit(0);
});
say({ args: process.argv.slice(2), file: process.argv[1], main: import.meta.main, pid: process.pid });
if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]));
if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
if (process.argv[2] === 'return') clearInterval(setInterval(() => undefined, 1000));
else setInterval(() => undefined, 1000);
`;

let root: string;
/** A place with the launcher and nothing that it needs. */
let bareRoot: string;
const started: ChildProcess[] = [];
const programs: number[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-launcher-'));
  bareRoot = await mkdtemp(join(tmpdir(), 'parley-launcher-'));
  for (const folder of ['src/program', 'src/cli', 'scripts', 'packages/cli/src'])
    await mkdir(join(root, folder), { recursive: true });
  for (const folder of [root, bareRoot])
    await cp(join(repository, 'bin'), join(folder, 'bin'), { recursive: true });
  for (const folder of [root, bareRoot]) await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'src', 'main.ts'), program);
  await writeFile(join(root, 'src', 'program', 'compile-ahead.ts'), '');
  for (const file of ['scripts/other.ts', 'src/cli/audit-verify.ts', 'packages/cli/src/main.ts'])
    await writeFile(join(root, file), program);
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
});

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const pid of programs.splice(0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  }
});
afterAll(async () => {
  for (const folder of [root, bareRoot]) await rm(folder, { recursive: true, force: true });
});

/** Makes a Node.js believe that it is another version, or that it sits at a terminal. */
function pretending(version: string, terminal = false): string[] {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    if (${terminal}) Object.defineProperty(process.stdin, 'isTTY', { value: true });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

interface Launched {
  child: ChildProcess;
  lines: AsyncIterator<string>;
  stderr: () => string;
}

function launch(args: string[], options: { node?: string[]; root?: string } = {}): Launched {
  const file = join(options.root ?? root, 'bin', 'parley.js');
  const child = spawn(process.execPath, [...(options.node ?? []), file, ...args], { stdio: 'pipe' });
  started.push(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const lines: Interface = createInterface({ input: child.stdout });
  return { child, lines: lines[Symbol.asyncIterator](), stderr: () => stderr };
}

async function heard({ lines }: Launched): Promise<Record<string, unknown>> {
  const { value, done } = await lines.next();
  if (done) throw new Error('the program said nothing more');
  const words = JSON.parse(value) as Record<string, unknown>;
  if (typeof words.pid === 'number') programs.push(words.pid);
  return words;
}

const installed = await access(join(repository, 'node_modules', `node-linux-${process.arch}`)).then(
  () => true,
  () => false,
);

describe.each([
  { how: 'in this process', node: [] as string[], runnable: true },
  { how: 'in a child (needs the npm package of Node.js)', node: pretending('20.1.0'), runnable: installed },
])('the program $how', ({ node, runnable }) => {
  test.skipIf(!runnable)('is the main module, and nothing else is where words come after start', async () => {
    const file = join(root, 'src', 'main.ts');
    expect(await heard(launch(['start'], { node }))).toMatchObject({ args: [], file, main: true });
    const refused = await heard(launch(['start', 'export', '--limit', '5'], { node }));
    const commands = join(root, 'packages', 'cli', 'src', 'main.ts');
    expect(refused).toMatchObject({ args: ['start', 'export', '--limit', '5'], file: commands });
  });

  test.skipIf(!runnable)('can be another file of the package', async () => {
    const launched = launch(['--script', 'scripts/other.ts', 'a', '--script'], { node });
    const file = join(root, 'scripts', 'other.ts');
    expect(await heard(launched)).toMatchObject({ args: ['a', '--script'], file, main: true });
  });

  test.skipIf(!runnable)('is one of the commands where a word names one', async () => {
    const own = await heard(launch(['audit', 'verify', '--head', 'f'], { node }));
    expect(own).toMatchObject({ args: ['--head', 'f'], file: join(root, 'src', 'cli', 'audit-verify.ts') });
    const other = await heard(launch(['audit', 'export'], { node }));
    const file = join(root, 'packages', 'cli', 'src', 'main.ts');
    expect(other).toMatchObject({ args: ['audit', 'export'], file, main: true });
  });

  test.skipIf(!runnable)('ends with its own exit code, or signal', async () => {
    expect(await once(launch(['--script', 'scripts/other.ts', 'exit', '3'], { node }).child, 'exit')).toEqual(
      [3, null],
    );
    expect(await once(launch(['--script', 'scripts/other.ts', 'return'], { node }).child, 'exit')).toEqual([
      0,
      null,
    ]);
    expect(await once(launch(['--script', 'scripts/other.ts', 'die'], { node }).child, 'exit')).toEqual([
      null,
      'SIGKILL',
    ]);
  });

  test.skipIf(!runnable)('hears SIGHUP, SIGINT and SIGTERM', async () => {
    const launched = launch([], { node });
    await heard(launched);
    const ended = once(launched.child, 'exit');
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
      launched.child.kill(signal);
      expect(await heard(launched)).toEqual({ signal });
    }
    expect(await ended).toEqual([7, null]);
  });
});

describe.skipIf(!installed)('a launcher with a child', () => {
  test('leaves SIGINT to the terminal where there is one', async () => {
    const launched = launch([], { node: pretending('20.1.0', true) });
    await heard(launched);
    launched.child.kill('SIGINT');
    launched.child.kill('SIGHUP');
    expect(await heard(launched)).toEqual({ signal: 'SIGHUP' });
  });

  test('takes the program along when it is killed', async () => {
    const launched = launch([], { node: pretending('20.1.0') });
    const { pid } = await heard(launched);
    expect(pid).not.toBe(launched.child.pid);
    launched.child.kill('SIGKILL');
    expect(await heard(launched)).toEqual({ launcherGone: true });
  });
});

describe('the launcher says what to do', () => {
  test('when this Node.js is too old for itself', async () => {
    const launched = launch([], { node: pretending('18.20.8') });
    expect(await once(launched.child, 'close')).toEqual([1, null]);
    expect(launched.stderr()).toMatch(/this is Node\.js 18\.20\.8, and 20 or newer is needed/);
  });

  test('when no Node.js for the program is there', async () => {
    const launched = launch([], { node: pretending('22.0.0'), root: bareRoot });
    expect(await once(launched.child, 'close')).toEqual([1, null]);
    expect(launched.stderr()).toMatch(/needs 24 or newer.*npm ci/s);
  });

  test('when --script names no file', async () => {
    const launched = launch(['--script']);
    expect(await once(launched.child, 'close')).toEqual([1, null]);
    expect(launched.stderr()).toMatch(/--script needs the path/);
  });
});
