import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgram } from '../../test/world/program.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '..', '..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-compiled-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Makes every process and thread write to `file`, when it ends, its name and whether it loaded the compiler of types.
 */
function reportingCompilers(file: string): string {
  const code = `import { appendFileSync } from 'node:fs';
    import { isMainThread } from 'node:worker_threads';
    process.on('exit', () => {
      const name = isMainThread ? process.argv[1].split('/').at(-1) : 'thread';
      const hasCompiler = process.moduleLoadList.some((module) => module.includes('deps/amaro'));
      appendFileSync('${file}', name + ' ' + hasCompiler + '\\n');
    });`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

test('the first start loads the compiler of types only in the process that compiles ahead', async () => {
  const report = join(folder, 'report');
  const env = { NODE_COMPILE_CACHE: join(folder, 'first'), NODE_OPTIONS: reportingCompilers(report) };
  await using program = await startProgram({ env });
  expect(await program.stop()).toBe(0);
  const lines = (await readFile(report, 'utf8')).trim().split('\n');
  expect(lines.sort()).toEqual([
    'calls-main.ts false',
    'compile-ahead.ts true',
    'main.ts false',
    'thread false',
  ]);
}, 60_000);

/** Returns the files of `src` that are imported on first use, or that a process or thread runs. */
async function findEntryFiles(): Promise<string[]> {
  const src = join(repository, 'src');
  const names = await readdir(src, { recursive: true });
  const sources = names.filter((name) => /(?<!\.test)\.ts$/.test(name) && !/^(cli|simulation)\//.test(name));
  const found = await Promise.all(
    sources.map(async (name) => {
      const text = await readFile(join(src, name), 'utf8');
      const imported = [...text.matchAll(/(?<!typeof )\bimport\('(\.[^']+)'\)/g)].map(([, path]) => path!);
      const run = [...text.matchAll(/new URL\(`(\.[^$`]+)\$\{extname/g)].map(([, path]) => `${path}.ts`);
      return [...imported, ...run].map((path) => join(name, '..', path));
    }),
  );
  return found.flat();
}

/** Returns the files of `src` that compile-ahead.ts compiles: those in its list, and all that these import. */
async function findCompiled(): Promise<Set<string>> {
  const src = join(repository, 'src');
  const code = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });`;
  const hook = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  const { stdout } = await run(process.execPath, [hook, join(src, 'program', 'compile-ahead.ts')]);
  const urls = stdout.split('\n').filter((url) => url.startsWith(`file://${src}/`));
  return new Set(urls.map((url) => url.slice(`file://${src}/`.length)));
}

test('modules that are imported on first use are compiled ahead', async () => {
  const [entryFiles, compiled] = await Promise.all([findEntryFiles(), findCompiled()]);
  expect(entryFiles).toEqual(
    expect.arrayContaining(['app.ts', 'calls-main.ts', 'telephony/media/thread/media-thread.ts']),
  );
  // Add the files that this names to the list in compile-ahead.ts.
  expect(entryFiles.filter((file) => !compiled.has(file))).toEqual([]);
}, 60_000);

interface Launched {
  fills: number;
  stdout: string;
  stderr: string;
}

/** Copies the launcher beside a program of one line. `filler` is the content of its compile-ahead.ts. */
async function makeRoot(name: string, filler: string): Promise<string> {
  const root = join(folder, name);
  await mkdir(join(root, 'src', 'program'), { recursive: true });
  await cp(join(repository, 'bin'), join(root, 'bin'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'src', 'main.ts'), 'console.log("old" as string);');
  await writeFile(join(root, 'src', 'program', 'compile-ahead.ts'), filler);
  return root;
}

async function launch(root: string, cache: string | undefined): Promise<Launched> {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  Object.assign(env, { PARLEY_DATA_DIR: join(root, 'data') }, cache && { NODE_COMPILE_CACHE: cache });
  const { stdout, stderr } = await run(process.execPath, [join(root, 'bin', 'parley.js')], { env });
  const fills = await readFile(join(root, 'fills'), 'utf8').catch(() => '');
  return { fills: fills.length, stdout: stdout.trim(), stderr };
}

const counting = `import { appendFileSync } from 'node:fs';
  appendFileSync(new URL('../../fills', import.meta.url), '.');`;

test('the cache is filled before the first start, and again when a source file has changed', async () => {
  const root = await makeRoot('changing', counting);
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  const cache = join(root, 'cache');
  expect(await launch(root, cache)).toEqual({ fills: 1, stdout: 'old', stderr: '' });
  expect(await launch(root, cache)).toEqual({ fills: 1, stdout: 'old', stderr: '' });
  await writeFile(join(root, 'src', 'main.ts'), 'console.log("changed" as string);');
  expect(await launch(root, cache)).toEqual({ fills: 2, stdout: 'changed', stderr: '' });
});

test('the cache is in the data directory when the folder of the packages cannot be written', async () => {
  const root = await makeRoot('elsewhere', counting);
  // A file in place of the folder, because root may write to every folder.
  await writeFile(join(root, 'node_modules'), '');
  expect(await launch(root, undefined)).toMatchObject({ fills: 1, stdout: 'old', stderr: '' });
  expect(await launch(root, undefined)).toMatchObject({ fills: 1, stdout: 'old', stderr: '' });
  expect((await readdir(join(root, 'data'))).sort()).toEqual(['compile-cache']);
  await rm(join(root, 'data'), { recursive: true });
  await appendFile(join(root, 'data'), '');
  expect(await launch(root, undefined)).toMatchObject({ fills: 1, stdout: 'old', stderr: '' });
});

test('reports in one line that compiling ahead failed, and starts the program', async () => {
  const root = await makeRoot('failing', 'throw new TypeError("this cannot be compiled");');
  const launched = await launch(root, join(root, 'cache'));
  expect(launched.stdout).toBe('old');
  expect(launched.stderr).toBe(
    'parley: compiling ahead failed, so this start takes more memory: TypeError: this cannot be compiled\n',
  );
});

test('says nothing when a busy machine leaves too little time for compiling ahead', async () => {
  const root = await makeRoot('slow', 'setInterval(() => undefined, 1000);');
  const { fillCompileCache } = await import(join(root, 'bin', 'compile-cache.js'));
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    fillCompileCache(join(root, 'cache'), root, process.execPath, [], 1);
    expect(printed.mock.calls).toEqual([]);
    expect(await readdir(join(root, 'cache'))).toEqual([]);
  } finally {
    printed.mockRestore();
  }
});
