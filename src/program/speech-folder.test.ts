import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { speechFolder } from './speech-folder.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-speech-test-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('is in memory and private, and files of an earlier process are removed', async () => {
  await mkdir(join(dataDir, 'speech'));
  await writeFile(join(dataDir, 'speech', 'audio.raw'), 'left behind');
  const path = await speechFolder(dataDir, 'speech');
  try {
    expect(path).toMatch(/^\/dev\/shm\/parley-speech-\d+-\d+$/);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await readdir(dataDir)).toEqual([]);
    await writeFile(join(path, 'audio.raw'), 'left behind');
    expect(await speechFolder(dataDir, 'speech')).toBe(path);
    expect(await readdir(path)).toEqual([]);
  } finally {
    await rm(path, { recursive: true });
  }
});

it.each(['/', '/nowhere'])('is in the data folder when %s is not in memory', async (memory) => {
  const path = await speechFolder(dataDir, 'speech', memory);
  expect(path).toBe(join(dataDir, 'speech'));
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});
