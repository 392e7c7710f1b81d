import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

it('creates missing folders, keeps existing ones, and reports impossible ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-folder-'));
  try {
    for (let n = 0; n < 100; n++) {
      const path = join(folder, `${n}/b/c`);
      await Promise.all([makeFolder(path), makeFolder(path), makeFolder(path)]);
    }
    expect((await stat(join(folder, '0/b/c'))).mode & 0o777).toBe(0o700);
    await writeFile(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toThrow('EEXIST');
    await expect(makeFolder(join(folder, 'file/inside'))).rejects.toThrow('ENOTDIR');
    await expect(makeFolder('/proc/no-such-folder')).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true });
  }
});
