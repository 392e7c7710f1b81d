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
const report = (line: unknown) => process.stdout.write(JSON.stringify(line) + '\\n');
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {
  report({ signal });
  if (signal === 'SIGTERM') process.exit(7);
});
onLauncherGone(() => {
  report({ launcherGone: true });
  process.exit(0);
});
report({ args: process.argv.slice(2), file: process.argv[1], main: import.meta.main, pid: process.pid });
if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]));
if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
if (process.argv[2] === 'return') clearInterval(setInterval(() => undefined, 1000));
else setInterval(() => undefined, 1000);
`;

let root: string;
/** A folder with the launcher, but without the program and the packages. */
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
      // The program has ended.
    }
  }
});
afterAll(async () => {
  for (const folder of [root, bareRoot]) await rm(folder, { recursive: true, force: true });
});

/** Returns options with which Node.js reports another version, or that standard input is a terminal. */
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

async function nextLine({ lines }: Launched): Promise<Record<string, unknown>> {
  const { value, done } = await lines.next();
  if (done) throw new Error('the program ended without another line');
  const line = JSON.parse(value) as Record<string, unknown>;
  if (typeof line.pid === 'number') programs.push(line.pid);
  return line;
}

const installed = await access(join(repository, 'node_modules', `node-linux-${process.arch}`)).then(
  () => true,
  () => false,
);

describe.each([
  { how: 'in this process', node: [] as string[], runnable: true },
  { how: 'in a child (needs the npm package of Node.js)', node: pretending('20.1.0'), runnable: installed },
])('the program $how', ({ node, runnable }) => {
  test.skipIf(!runnable)(
    'is the main module after `start` alone; with more arguments the commands are',
    async () => {
      const file = join(root, 'src', 'main.ts');
      expect(await nextLine(launch(['start'], { node }))).toMatchObject({ args: [], file, main: true });
      const refused = await nextLine(launch(['start', 'export', '--limit', '5'], { node }));
      const commands = join(root, 'packages', 'cli', 'src', 'main.ts');
      expect(refused).toMatchObject({ args: ['start', 'export', '--limit', '5'], file: commands });
    },
  );

  test.skipIf(!runnable)('can be another file of the package', async () => {
    const launched = launch(['--script', 'scripts/other.ts', 'a', '--script'], { node });
    const file = join(root, 'scripts', 'other.ts');
    expect(await nextLine(launched)).toMatchObject({ args: ['a', '--script'], file, main: true });
  });

  test.skipIf(!runnable)('is an operator’s command or the CLI, by its first arguments', async () => {
    const own = await nextLine(launch(['audit', 'verify', '--head', 'f'], { node }));
    expect(own).toMatchObject({ args: ['--head', 'f'], file: join(root, 'src', 'cli', 'audit-verify.ts') });
    const other = await nextLine(launch(['audit', 'export'], { node }));
    const file = join(root, 'packages', 'cli', 'src', 'main.ts');
    expect(other).toMatchObject({ args: ['audit', 'export'], file, main: true });
  });

  test.skipIf(!runnable)('passes on its exit code or signal', async () => {
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

  test.skipIf(!runnable)('receives SIGHUP, SIGINT and SIGTERM', async () => {
    const launched = launch([], { node });
    await nextLine(launched);
    const ended = once(launched.child, 'exit');
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
      launched.child.kill(signal);
      expect(await nextLine(launched)).toEqual({ signal });
    }
    expect(await ended).toEqual([7, null]);
  });
});

describe.skipIf(!installed)('a launcher with a child', () => {
  test('does not pass on SIGINT at a terminal, which sends it to the program itself', async () => {
    const launched = launch([], { node: pretending('20.1.0', true) });
    await nextLine(launched);
    launched.child.kill('SIGINT');
    launched.child.kill('SIGHUP');
    expect(await nextLine(launched)).toEqual({ signal: 'SIGHUP' });
  });

  test('ends the program when the launcher is killed', async () => {
    const launched = launch([], { node: pretending('20.1.0') });
    const { pid } = await nextLine(launched);
    expect(pid).not.toBe(launched.child.pid);
    launched.child.kill('SIGKILL');
    expect(await nextLine(launched)).toEqual({ launcherGone: true });
  });
});

describe('the launcher reports', () => {
  test('a Node.js that is too old for the launcher', async () => {
    const launched = launch([], { node: pretending('18.20.8') });
    expect(await once(launched.child, 'close')).toEqual([1, null]);
    expect(launched.stderr()).toMatch(/this is Node\.js 18\.20\.8, and 20 or newer is needed/);
  });

  test('a missing Node.js for the program', async () => {
    const launched = launch([], { node: pretending('22.0.0'), root: bareRoot });
    expect(await once(launched.child, 'close')).toEqual([1, null]);
    expect(launched.stderr()).toMatch(/needs 24 or newer.*npm ci/s);
  });

  test('a missing path after --script', async () => {
    const launched = launch(['--script']);
    expect(await once(launched.child, 'close')).toEqual([1, null]);
    expect(launched.stderr()).toMatch(/--script needs the path/);
  });
});
