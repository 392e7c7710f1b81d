import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PocketSphinx } from './pocketsphinx.ts';

/** Writes the result `yes` to the file after `-hypseg`, and a second file beside it. */
const decoder = `#!/bin/sh
until [ "$1" = -hypseg ]; do shift; done
echo 'audio S 0 T -90 A -90 L 0 0 -90 0 yes 90' > "$2"
touch "$0.$(basename "$2")"
`;

test('returns an utterance that was decoded during a stall of the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'decoder-'));
  const command = join(folder, 'decoder');
  await writeFile(command, decoder, { mode: 0o700 });
  await writeFile(join(folder, 'cmudict-en-us.dict'), 'no N OW\nyes Y EH S\n');
  await using transcriber = new PocketSphinx({
    command,
    modelFolder: folder,
    temporaryFolder: folder,
    timeoutMs: 2_000,
  });
  const { signal } = new AbortController();
  const stream = transcriber.listen({
    sampleRateHz: 8_000,
    language: 'en',
    phrases: () => ['yes'],
    keyTerms: [],
    signal,
  });
  stream.write(new Int16Array(8_000).fill(20_000), 0);
  const understood = stream[Symbol.asyncIterator]().next();
  stream.finish(1_000);
  while (!existsSync(`${command}.phrases.seg`) || !existsSync(`${command}.any.seg`)) await setImmediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100);
  expect(await understood).toMatchObject({ value: { type: 'final', text: 'yes' } });
  stream.close();
  await rm(folder, { recursive: true });
});
