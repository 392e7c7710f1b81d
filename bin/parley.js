#!/usr/bin/env node
// Starts the program, which is TypeScript for Node.js 24, from any Node.js: in this process when it is new enough,
// otherwise in a child on the Node.js that npm installed beside the program. Old versions must be able to read this
// file, so it uses the syntax of Node.js 12.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseCompileCache, fillCompileCache } from './compile-cache.js';

const launcherNeeds = 20;
const programNeeds = 24;

/**
 * A limit of 8 MB for young objects, instead of 16 and more, saves 20 MB in an idle process. `npm start` uses the same
 * flag.
 */
const memoryFlags = ['--max-semi-space-size=8'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const major = Number(process.versions.node.split('.')[0]);

/** Commands in files of their own. All others belong to packages/cli. */
const ownFiles = new Map([
  ['simulate', 'scripts/simulate.ts'],
  ['scenarios', 'scripts/scenarios.ts'],
  ['audit verify', 'src/cli/audit-verify.ts'],
]);

/**
 * Returns the entry file and its arguments: the program without words or with `start` alone, otherwise the named
 * command (docs/command-line.md). `help …` is the `--help` of a command. `--script <path> …` runs a file of the
 * package.
 */
function entryAndArguments(given) {
  const isHelp = given[0] === 'help' && given.length > 1;
  const args = isHelp ? given.slice(1).concat('--help') : given;
  if (args.length === 0 || (args.length === 1 && args[0] === 'start'))
    return { entry: join(root, 'src', 'main.ts'), args: [], isProgram: true };
  if (args[0] === '--script') {
    if (args.length < 2) fail('--script needs the path of the file to run.');
    return { entry: resolve(root, args[1]), args: args.slice(2), isProgram: false };
  }
  for (const count of [1, 2]) {
    const file = ownFiles.get(args.slice(0, count).join(' '));
    if (file) return { entry: join(root, file), args: args.slice(count), isProgram: false };
  }
  return { entry: join(root, 'packages', 'cli', 'src', 'main.ts'), args, isProgram: false };
}

function fail(message) {
  console.error(`parley: ${message}`);
  process.exit(1);
}

/** Returns the Node.js that npm installed as an optional dependency, found from this file. */
function findInstalledNode() {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const home = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const binary = join(home, 'bin', 'node');
    accessSync(binary, constants.X_OK);
    return binary;
  } catch {
    return fail(
      `this is Node.js ${process.versions.node} and the program needs ${programNeeds} or newer. ` +
        `The package ${name}, which would bring it along, is not installed: run \`npm ci\` without leaving out ` +
        `optional dependencies, or install Node.js ${programNeeds} from https://nodejs.org.`,
    );
  }
}

/**
 * Runs the program as a child. Signals are passed on to it, and this process ends with it. A terminal sends its signals
 * to the whole group, so these reach the child directly. The IPC channel carries no messages; its end shows the child
 * that this process was killed (see src/program/launcher-channel.ts).
 */
function runInChild(binary, entry, args) {
  const child = spawn(binary, memoryFlags.concat(entry, args), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  const passOn = (signal) => child.kill(signal);
  process.on('SIGTERM', passOn);
  process.on('SIGHUP', passOn);
  process.on('SIGINT', atTerminal ? () => undefined : passOn);
  child.on('error', (error) => {
    // Also emitted when a signal came too late. Only a child that never started has no id.
    if (child.pid === undefined)
      fail(`${binary} cannot be run (${error.message}). It needs Linux with glibc.`);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * Loads compiled code from the disk at the next start, which is faster and saves some 20 MB of memory. The program is
 * compiled before its first start, so the first start benefits too.
 */
function prepareCompileCache(isProgram, binary, flags) {
  const folder = chooseCompileCache(root, isProgram);
  process.env.NODE_COMPILE_CACHE = folder;
  if (isProgram) fillCompileCache(folder, root, binary, flags);
  return folder;
}

const { entry, args, isProgram } = entryAndArguments(process.argv.slice(2));
if (major < launcherNeeds) {
  fail(
    `this is Node.js ${process.versions.node}, and ${launcherNeeds} or newer is needed. Install one from https://nodejs.org.`,
  );
} else if (major >= programNeeds) {
  // The calls process is forked with the same flags. A debugger listens only for the program.
  const flags = process.execArgv.filter((flag) => !flag.startsWith('--inspect'));
  const folder = prepareCompileCache(isProgram, process.execPath, flags);
  // Sets the arguments as if Node.js had been given the file, and with them `import.meta.main`.
  process.argv = [process.argv[0], entry].concat(args);
  Module.enableCompileCache(folder);
  Module.runMain();
} else {
  const binary = findInstalledNode();
  prepareCompileCache(isProgram, binary, memoryFlags);
  runInChild(binary, entry, args);
}
