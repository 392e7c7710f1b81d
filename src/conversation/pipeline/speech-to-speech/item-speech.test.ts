import { expect, it } from 'vitest';
import { ItemSpeech } from './item-speech.ts';

async function samplesOf(item: ItemSpeech): Promise<number> {
  let samples = 0;
  for await (const piece of item.pieces()) samples += piece.length;
  return samples;
}

it('bounds the held audio and text of an endless item', async () => {
  const item = new ItemSpeech(8000);
  const second = new Int16Array(8000);
  for (let n = 0; n < 2000; n++) item.push(second);
  for (let n = 0; n < 2000; n++) item.addText('x'.repeat(100));
  item.end(true);
  expect([await samplesOf(item), item.totalMs, item.text.length]).toEqual([601 * 8000, 601_000, 100_000]);
});

it('frees room for more audio as it is read', async () => {
  const item = new ItemSpeech(8000);
  const second = new Int16Array(8000);
  const reading = samplesOf(item);
  for (let n = 0; n < 4; n++) {
    for (let seconds = 0; seconds < 300; seconds++) item.push(second);
    // The reader consumes all of it in the microtasks of this iteration.
    await new Promise((resolve) => setImmediate(resolve));
  }
  item.end(true);
  expect(await reading).toBe(1200 * 8000);
});
