// Chooses the folder of Node.js's compile cache, and fills the cache before the program starts. Like the launcher, it
// uses the syntax of Node.js 12.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Filling takes a second or two. A hanging fill must not keep the program from starting. */
const fillTimeoutMs = 30_000;

/**
 * Returns the folder of the compile cache. It is beside the packages, because it belongs to this copy of the program,
 * or in the data directory when the user cannot write there. `isProgram` is false for a script, which creates no data
 * directory.
 */
export function chooseCompileCache(root, isProgram) {
  if (process.env.NODE_COMPILE_CACHE) return process.env.NODE_COMPILE_CACHE;
  const besidePackages = join(root, 'node_modules', '.cache', 'parley');
  if (!isProgram || isWritable(besidePackages)) return besidePackages;
  const inDataDir = join(resolve(process.env.PARLEY_DATA_DIR || 'data'), 'compile-cache');
  return isWritable(inDataDir) ? inDataDir : besidePackages;
}

/**
 * Compiles the program in a separate process, unless no source file has changed since the last time. The program's
 * processes then load the cache, and do not hold the compiler that strips types. A failure prints one line, and the
 * program compiles what it needs itself. Too little time on a busy machine is no failure.
 */
export function fillCompileCache(folder, root, binary, flags, timeout = fillTimeoutMs) {
  if (process.env.NODE_DISABLE_COMPILE_CACHE || !isWritable(folder)) return;
  try {
    // Node.js separates the cache by version, user and flags.
    const compiler = [root, binary, process.version, process.geteuid(), process.env.NODE_OPTIONS].concat(
      flags,
    );
    const mark = join(folder, `filled-${hash(compiler.join('\n')).slice(0, 16)}`);
    const state = hash(describeSources(join(root, 'src')));
    if (readIfThere(mark) === state) return;
    const filler = join(root, 'src', 'program', 'compile-ahead.ts');
    const { status, error, stderr } = spawnSync(binary, flags.concat(filler), {
      env: Object.assign({}, process.env, { NODE_COMPILE_CACHE: folder }),
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout,
      killSignal: 'SIGKILL',
    });
    // A busy machine. The program compiles what it needs itself, and the next start tries again.
    if (error && error.code === 'ETIMEDOUT') return;
    if (error) throw error;
    if (status !== 0) throw new Error(lastError(stderr));
    writeFileSync(mark, state);
  } catch (error) {
    console.error(`parley: compiling ahead failed, so this start takes more memory: ${error.message}`);
  }
}

/** Returns a text that changes with every source file. */
function describeSources(folder) {
  const lines = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
  return lines.sort().join('\n');
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Returns the line of Node.js's output that names the error, without the stack around it. */
function lastError(stderr) {
  const line = stderr.split('\n').find((text) => /^\w*Error\b/.test(text));
  return line || 'it ended without saying why';
}

/** Creates the folder if necessary, for this user alone. */
function isWritable(folder) {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a folder. `mkdirSync` with `recursive` loops for ever in Node.js 24 when a file system answers ENOENT, as
 * /proc does.
 */
function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code === 'EEXIST') return;
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
