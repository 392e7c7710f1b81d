import { execFile } from 'node:child_process';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/world/temporary-folder.ts';
import { ArchiveWriter, type NewEntry } from './archive-writer.ts';
import { ByteReader } from './byte-reader.ts';
import { descriptionName } from './format.ts';
import { checkBackup, extractBackup, readDescription } from './index.ts';
import { readTar } from './read-tar.ts';
import { movedInto, readTarHeader, tarHeader } from './tar-header.ts';

const noProgress = () => undefined;

async function write(file: string, entries: readonly (readonly [string, string])[]): Promise<void> {
  await using handle = await open(file, 'w');
  const archive = new ArchiveWriter(handle);
  for (const [name, text] of entries) await archive.addText(name, text, 1_700_000_000_000);
  await archive.end(1_700_000_000_000);
}

test('reads what was written, in pieces of any size, and so does tar', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.tar');
  const content = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,20}$/), fc.string({ maxLength: 1500 })), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(content, fc.integer({ min: 1, max: 2000 }), async (entries, pieceBytes) => {
      const named = entries.map(([name, text], at) => [`recordings/${at}-${name}`, text] as const);
      await write(file, named);
      const bytes = await readFile(file);
      async function* pieces() {
        for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
      }
      const read: [string, string][] = [];
      for await (const { name, body } of readTar(new ByteReader(pieces()))) {
        const parts: Buffer[] = [];
        for await (const part of body) parts.push(part);
        read.push([name, Buffer.concat(parts).toString()]);
      }
      expect(read.slice(0, -1)).toEqual(named);
      expect(read.at(-1)?.[0]).toBe('checksum.json');
      await checkBackup(file, 0, noProgress);
    }),
    { numRuns: 30 },
  );
  await write(file, [['recordings/one.wav', 'one']]);
  const { stdout } = await promisify(execFile)('tar', ['-tf', file]);
  expect(stdout).toBe('recordings/one.wav\nchecksum.json\n');
});

test('detects one flipped bit anywhere before the end', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.tar');
  await write(file, [
    [descriptionName, '{"format":1}'],
    ['recordings/one.wav', 'x'.repeat(700)],
  ]);
  const whole = await readFile(file);
  // Bits of the header, the content and the checksum; padding is not covered.
  for (const at of [0, 130, 512, 1024, 1136, 1536, 2235, 2560 + 20, 3072 + 15]) {
    const damaged = Buffer.from(whole);
    damaged[at]! ^= 1;
    await using handle = await open(file, 'w');
    await handle.writeFile(damaged);
    await expect(checkBackup(file, 0, noProgress), `byte ${at}`).rejects.toThrow();
  }
});

test('stores a file that shrinks or grows with its announced size', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.tar');
  {
    await using handle = await open(file, 'w');
    const archive = new ArchiveWriter(handle);
    const entry = (name: string): NewEntry => ({ name, size: 5, mtimeMs: 0 });
    await archive.add(entry('recordings/grows'), 5, Readable.from([Buffer.from('123'), Buffer.from('4567')]));
    await archive.add(entry('recordings/shrinks'), 5, Readable.from([Buffer.from('123')]));
    await archive.end(0);
  }
  await checkBackup(file, 0, noProgress);
  const target = join(folder.path, 'target');
  await extractBackup(file, target, 0, noProgress);
  expect(await readFile(join(target, 'recordings/grows'), 'utf8')).toBe('12345');
  expect(await readFile(join(target, 'recordings/shrinks'), 'utf8')).toBe('123\0\0');
  expect((await stat(join(target, 'recordings/grows'))).mode & 0o777).toBe(0o600);
});

test.each(['../out', 'recordings/../../out', '/out', 'recordings//out', 'postgres', 'postgres/.', 'lock'])(
  'refuses an entry named %s',
  async (name) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'a.tar');
    await write(file, [[name, 'x']]);
    await expect(extractBackup(file, join(folder.path, 'target'), 0, noProgress)).rejects.toThrow(
      'no backup has',
    );
    expect(await readdir(folder.path)).toEqual(['a.tar']);
  },
);

test('skips files of a running server that an older backup contains', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.tar');
  const names = ['postgres/.s.PGSQL.5432.lock', 'postgres/./.s.PGSQL.5432', 'postgres/postmaster.pid'];
  await write(file, [...names.map((name) => [name, '1'] as const), ['postgres/PG_VERSION', '18']]);
  await checkBackup(file, 0, noProgress);
  const target = join(folder.path, 'target');
  await extractBackup(file, target, 0, noProgress);
  expect(await readdir(join(target, 'postgres'))).toEqual(['PG_VERSION']);
});

test('refuses a file of another kind or of a newer format', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.tar');
  await write(file, [[descriptionName, '{"format":2}']]);
  await expect(readDescription(file)).rejects.toThrow('newer Parley');
  await write(file, [['other.json', '{}']]);
  await expect(readDescription(file)).rejects.toThrow('not a backup');
  await using handle = await open(file, 'w');
  await handle.writeFile('x'.repeat(2000));
  await expect(readDescription(file)).rejects.toThrow('not a tar archive');
});

test('writes headers with sizes above 8 GB, and with a folder before the name', () => {
  const size = 9 * 1024 ** 3;
  const header = tarHeader({ name: 'base/1/2', size, mtimeMs: 0 });
  expect(readTarHeader(header)).toEqual({ name: 'base/1/2', size, kind: 'file' });
  expect(readTarHeader(movedInto('postgres', header))).toEqual({
    name: 'postgres/base/1/2',
    size,
    kind: 'file',
  });
  expect(readTarHeader(Buffer.alloc(512))).toBeNull();
});
