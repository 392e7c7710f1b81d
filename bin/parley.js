#!/usr/bin/env node
// Starts the program, which is TypeScript that Node.js 24 runs as it is, from whatever Node.js is at hand: in this
// process where that is new enough, else in a child on the Node.js that npm has installed beside the program.
// This file itself has to be understood by old versions, so it is plain and keeps to the syntax of Node.js 12.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseCompileCache, fillCompileCache } from './compile-cache.js';

const launcherNeeds = 20;
const programNeeds = 24;

/** Young objects in 8 MB instead of 16 and more: 20 MB less for an idle process. `npm start` gives the same flag. */
const memoryFlags = ['--max-semi-space-size=8'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const major = Number(process.versions.node.split('.')[0]);

/** Commands that are files of their own; all others are packages/cli's. */
const ownFiles = new Map([
  ['simulate', 'scripts/simulate.ts'],
  ['scenarios', 'scripts/scenarios.ts'],
  ['audit verify', 'src/cli/audit-verify.ts'],
]);

/**
 * The program itself without words or with `start` alone, else what the words name: docs/command-line.md. `help …` is
 * the `--help` of what it names. `--script <path> …` runs that file of the package.
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

/** The Node.js that came as an optional dependency, found from this file wherever npm has put it. */
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
 * Runs the program as a child and stands in for it: signals go on to it, its end is this process's end. A signal
 * from the terminal reaches the child by itself, as the terminal sends it to the whole group. The IPC channel
 * carries no messages; its end shows the child that this process was killed (see src/program/launcher-channel.ts).
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
    // Also emitted for a signal that came too late; only a child that never was has no id.
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
 * What was compiled once is read from the disk at the next start: faster, and some 20 MB less memory. The program
 * itself is compiled before its first start, so that this is true of that one too.
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
  // The calls process is forked with the same flags; a debugger listens for the program alone.
  const flags = process.execArgv.filter((flag) => !flag.startsWith('--inspect'));
  const folder = prepareCompileCache(isProgram, process.execPath, flags);
  // As if Node.js had been given the file: arguments, and `import.meta.main` in it, are what they would be.
  process.argv = [process.argv[0], entry].concat(args);
  Module.enableCompileCache(folder);
  Module.runMain();
} else {
  const binary = findInstalledNode();
  prepareCompileCache(isProgram, binary, memoryFlags);
  runInChild(binary, entry, args);
}
