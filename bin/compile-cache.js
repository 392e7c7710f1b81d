// Where Node.js keeps what it has compiled of the program, and how that is filled before the program starts. Plain and
// in the syntax of Node.js 12, like the launcher.
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

/** Filling takes a second or two; whatever hangs must not keep the program from starting. */
const fillTimeoutMs = 30_000;

/**
 * The folder of the compile cache: beside the packages, because it belongs to this copy of the program, and where
 * the user that runs the program cannot write there, in the data directory. `isProgram` is false for a script, which
 * makes no data directory.
 */
export function chooseCompileCache(root, isProgram) {
  if (process.env.NODE_COMPILE_CACHE) return process.env.NODE_COMPILE_CACHE;
  const besidePackages = join(root, 'node_modules', '.cache', 'parley');
  if (!isProgram || isWritable(besidePackages)) return besidePackages;
  const inDataDir = join(resolve(process.env.PARLEY_DATA_DIR || 'data'), 'compile-cache');
  return isWritable(inDataDir) ? inDataDir : besidePackages;
}

/**
 * Compiles the program in a process of its own, unless that was done since the last change of a source file. The
 * processes of the program then load what is in the cache, and need not hold the compiler that strips types. What
 * goes wrong is said in a line, and the program compiles what it needs itself.
 */
export function fillCompileCache(folder, root, binary, flags) {
  if (process.env.NODE_DISABLE_COMPILE_CACHE || !isWritable(folder)) return;
  try {
    // Node.js keeps apart what was compiled by another version, for another user or with other flags.
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
      timeout: fillTimeoutMs,
      killSignal: 'SIGKILL',
    });
    if (error) throw error;
    if (status !== 0) throw new Error(lastError(stderr));
    writeFileSync(mark, state);
  } catch (error) {
    console.error(`parley: compiling ahead failed, so this start takes more memory: ${error.message}`);
  }
}

/** Changes with every source file. */
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

/** What Node.js says at the end of a process: the line that names the error, not the stack around it. */
function lastError(stderr) {
  const line = stderr.split('\n').find((text) => /^\w*Error\b/.test(text));
  return line || 'it ended without saying why';
}

/** Makes the folder if need be, for this user alone. */
function isWritable(folder) {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Not `mkdirSync` with `recursive`, which in Node.js 24 tries for ever where a file system says ENOENT, as /proc does. */
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
