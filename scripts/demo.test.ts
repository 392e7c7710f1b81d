import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWav } from '../src/telephony/media/index.ts';

/** The folder in which the demo runs, and its folder for temporary files. */
let folder: string;
let temporary: string;
let demo: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-test-'));
  temporary = join(folder, 'temporary');
  await mkdir(temporary);
});
afterEach(async () => {
  if (demo?.exitCode === null && demo.signalCode === null) {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
  }
  await rm(folder, { recursive: true });
});

/** Runs the demo. `onText` is called with the whole output whenever it grows. */
async function run(onText: (text: string, demo: ChildProcess) => void = () => undefined) {
  const launcher = join(import.meta.dirname, '..', 'bin', 'parley.js');
  const child = spawn(process.execPath, [launcher, '--script', 'scripts/demo.ts'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  demo = child;
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    onText(text, child);
  });
  const [code] = await once(child, 'close');
  return { code, text };
}

test('the demo plays both calls, leaves their recordings and nothing else', {
  timeout: 120_000,
}, async () => {
  const { code, text } = await run();
  expect(text).toContain('Everything happened as it should');
  expect(text).toContain('“Hello Maya, this is Ada.');
  expect(text).toContain('“Hello Noor, this is Ada.');
  expect(code).toBe(0);
  const files = await readdir(join(folder, 'test-results'));
  expect(files.sort()).toEqual(['demo-campaign-call.wav', 'demo-inbound-call.wav']);
  for (const file of files) {
    const { channels } = readWav(await readFile(join(folder, 'test-results', file)));
    expect(channels).toHaveLength(2);
  }
  expect(await readdir(temporary)).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(['temporary', 'test-results']);
});

test('stopped in the middle of a call it ends with 1 and clears up', { timeout: 120_000 }, async () => {
  let isStopped = false;
  const { code, text } = await run((shown, child) => {
    if (isStopped || !shown.includes('in-progress')) return;
    isStopped = true;
    child.kill('SIGINT');
  });
  expect(text).toContain('stopped by SIGINT');
  expect(code).toBe(1);
  expect(await readdir(temporary)).toEqual([]);
  const url = /(http:\S+),/.exec(text)![1]!;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
