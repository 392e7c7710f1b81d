import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { foreignEnvironment, type Log, toError } from '../kernel/index.ts';
import { type BuiltFile, consoleKey, readIndex } from './built.ts';

/** The state of the console: ready, being built, or failed. */
export type ConsoleState =
  | { kind: 'preparing' }
  | { kind: 'ready'; folder: string; files: ReadonlyMap<string, BuiltFile> }
  | { kind: 'failed'; reason: string };

interface ConsoleFilesOptions {
  /** The folder of the package. */
  root: string;
  /** The folder for builds when the package folder is not writable. */
  dataDir: string;
  log: Log;
  /** The script that builds into a folder. Default: that of this repository. */
  builder?: string;
}

/** A build that takes longer is stuck. */
const buildTimeoutMs = 300_000;
const outputMax = 4_000;
/** No running process uses a build that was not read for this long. */
const keptDays = 7;

/**
 * Serves the files of the console. Without a finished build (`npm run console:build`), a process of low priority builds
 * them once, after the service is up. The folder is named by the key of the sources.
 */
export class ConsoleFiles {
  readonly #options: ConsoleFilesOptions;
  #state: ConsoleState = { kind: 'preparing' };
  #child: ChildProcess | null = null;
  #closed = false;

  constructor(options: ConsoleFilesOptions) {
    this.#options = options;
  }

  get state(): ConsoleState {
    return this.#state;
  }

  /** Finds or builds the files. Resolves when the state is known, and never rejects. */
  async prepare(): Promise<void> {
    const { log } = this.#options;
    try {
      this.#state = await this.#findOrBuild();
    } catch (error) {
      if (this.#closed) return;
      const reason = toError(error).message;
      log.error({ reason }, 'the console could not be built; the API is not affected');
      this.#state = { kind: 'failed', reason };
    }
  }

  /** Stops a build in progress. */
  close(): void {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
  }

  async #findOrBuild(): Promise<ConsoleState> {
    const { root, log } = this.#options;
    const key = await consoleKey(root);
    const ahead = await load(join(root, 'console', 'dist'), key);
    if (ahead) return ahead;
    if (key === null) throw new Error('this copy of the program has neither the console nor its sources');
    const cache = await this.#cacheFolder();
    const folder = join(cache, key);
    const built = await load(folder, key);
    if (built) return built;
    const startedAtMs = performance.now();
    await this.#build(folder);
    log.info({ ms: Math.round(performance.now() - startedAtMs) }, 'the console was built');
    await removeOld(cache, key);
    const fresh = await load(folder, key);
    if (!fresh) throw new Error('the build produced no files');
    return fresh;
  }

  async #cacheFolder(): Promise<string> {
    const { root, dataDir } = this.#options;
    const packages = join(root, 'node_modules');
    const besidePackages = join(packages, '.cache', 'parley-console');
    try {
      await access(packages, constants.W_OK);
      await mkdir(besidePackages, { recursive: true });
      await access(besidePackages, constants.W_OK);
      return besidePackages;
    } catch {
      return join(dataDir, 'console');
    }
  }

  /** Runs the builder to its end. Rejects with the end of its output. */
  async #build(folder: string): Promise<void> {
    const builder = this.#options.builder ?? join(this.#options.root, 'scripts', 'console-build.ts');
    if (this.#closed) throw new Error('the service is stopping');
    const child = spawn(process.execPath, [builder, '--out', folder], {
      cwd: this.#options.root,
      env: { ...foreignEnvironment(), NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: buildTimeoutMs,
      killSignal: 'SIGKILL',
    });
    this.#child = child;
    lowerPriority(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-outputMax);
      });
    }
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    this.#child = null;
    if (code !== 0) throw new Error(said.trim() || `the build ended with ${code ?? 'a signal'}`);
  }
}

/** Calls and requests take precedence. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, 5);
  } catch {
    // It has ended already, or the system does not permit it.
  }
}

/** Returns the build in a folder if it matches the sources. Without sources any build does. */
async function load(folder: string, key: string | null): Promise<ConsoleState | null> {
  const index = await readIndex(folder);
  if (index === null || (key !== null && index.key !== key)) return null;
  return { kind: 'ready', folder, files: new Map(index.files.map((file) => [file.path, file])) };
}

/** Removes builds of other sources that are some days old, and leftovers of killed builds. */
async function removeOld(cache: string, key: string): Promise<void> {
  const before = Date.now() - keptDays * 86_400_000;
  for (const name of await readdir(cache)) {
    if (name === key) continue;
    const path = join(cache, name);
    const made = await stat(path).catch(() => null);
    if (made && made.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}
