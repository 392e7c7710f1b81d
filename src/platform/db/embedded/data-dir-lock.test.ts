import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { DataDirLockedError, lockDataDir } from './data-dir-lock.ts';
import { temporaryFolder } from './testing/host.ts';

/** Starts a process that tries to lock the directory, reports the outcome, and stays. */
function locker(dataDir: string): { child: ChildProcess; outcome: Promise<string> } {
  const module = new URL('./data-dir-lock.ts', import.meta.url).href;
  const code = `const { lockDataDir } = await import(${JSON.stringify(module)});
    try { await lockDataDir(process.argv[1]); console.log('locked'); } catch (error) { console.log(error.message); }
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outcome = new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return { child, outcome };
}

test('lets one of many simultaneous starts win, and names it to the others', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const lockers = Array.from({ length: 6 }, () => locker(dataDir));
  const outcomes = await Promise.all(lockers.map(({ outcome }) => outcome));
  const winner = outcomes.indexOf('locked');
  const { pid } = lockers[winner]!.child;
  for (const [index, outcome] of outcomes.entries())
    if (index !== winner)
      expect(outcome).toMatch(new RegExp(`in use by process ${pid} on .*, started at 20`));
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('lets the next process in after a kill -9', async () => {
  const dataDir = await temporaryFolder();
  const { child, outcome } = locker(dataDir);
  expect(await outcome).toBe('locked');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  expect(JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'))).toMatchObject({ pid: child.pid });
  const lock = await lockDataDir(dataDir);
  expect(JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'))).toMatchObject({
    pid: process.pid,
  });
  await lock.release();
});

test('refuses the same process until it releases the lock', async () => {
  const dataDir = await temporaryFolder();
  const first = await lockDataDir(dataDir);
  const refusal = await lockDataDir(dataDir).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirLockedError);
  expect((refusal as DataDirLockedError).holder?.pid).toBe(process.pid);
  await first.release();
  await first.release();
  const second = await lockDataDir(dataDir);
  await second.release();
});

test('refuses a second process when the description is unreadable', async () => {
  const dataDir = await temporaryFolder();
  const lock = await lockDataDir(dataDir);
  await writeFile(join(dataDir, 'running.json'), '{"pid":');
  await expect(lockDataDir(dataDir)).rejects.toThrow(/has not said which one/);
  await lock.release();
});

test('names a path that is not a writable directory in the error', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await expect(lockDataDir(join(folder, 'file'))).rejects.toThrow(/data directory .*file cannot be used/);
  await mkdir(join(folder, 'lock'));
  await chmod(folder, 0o500);
  await expect(lockDataDir(folder)).rejects.toThrow(/cannot be used/);
});
