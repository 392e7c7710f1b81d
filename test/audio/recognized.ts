import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PocketSphinx } from '../../src/conversation/providers/pocketsphinx/index.ts';

/** Returns the phrase that the embedded recognizer finds in 8 kHz audio; an empty text when it finds none. */
export async function recognized(pcm: Int16Array, phrases: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-recognized-'));
  await using recognizer = new PocketSphinx({ temporaryFolder: folder });
  const { signal } = new AbortController();
  const stream = recognizer.listen({
    sampleRateHz: 8000,
    language: 'en-US',
    phrases: () => phrases,
    keyTerms: [],
    signal,
  });
  for (let at = 0; at + 160 <= pcm.length; at += 160) stream.write(pcm.slice(at, at + 160), at / 8);
  stream.finish(pcm.length / 8);
  const { value } = await stream[Symbol.asyncIterator]().next();
  stream.close();
  await rm(folder, { recursive: true });
  return value?.type === 'final' ? value.text : '';
}
