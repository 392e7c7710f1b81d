import { expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { FakeTranscriber } from '../../../test/pipeline/fake-transcriber.ts';

onVirtualClock();

const text = 'Your table is booked for four people at eight in the evening on Friday, as you asked for it.';

it('records speech over an agent that may not be interrupted', async () => {
  const { call } = callWith([{ text }], { agent: { interruptible: false } });
  await call.mediaStarts();
  await call.speaks('Is my table booked?');
  await call.advance(800);
  const { startMs } = await call.speaks('Stop it!', 500);
  await call.speaks('Stop it now!', 500);
  await call.untilQuiet();
  expect(call.wire.startsWith(text)).toBe(true);
  const { turns } = await call.stops();
  const overlap = { atMs: startMs, heldMs: 0, outcome: 'went-on', why: 'uninterruptible', count: 2 };
  expect(turns[0]!.overlaps).toEqual([overlap]);
  expect(call.facts).toEqual(['not-stopped-uninterruptible']);
});

it('records voices in the background, in one entry a turn however many there are', async () => {
  const { call } = callWith([{ text }, { text }]);
  await call.mediaStarts();
  call.conversation.backgroundHeard({ atMs: call.nowMs, decidedAtMs: call.nowMs });
  for (const words of ['Is my table booked?', 'Once more, please.']) {
    await call.speaks(words);
    await call.advance(1500);
    for (let n = 0; n < 300; n++)
      call.conversation.backgroundHeard({ atMs: call.nowMs, decidedAtMs: call.nowMs });
    await call.untilQuiet();
  }
  const { turns } = await call.stops();
  expect(turns.map(({ overlaps }) => overlaps)).toEqual([
    [expect.objectContaining({ outcome: 'went-on', why: 'background', count: 300 })],
    [expect.objectContaining({ outcome: 'went-on', why: 'background', count: 300 })],
  ]);
  expect(call.facts).toEqual(['not-stopped-background']);
});

it('records a sound that was no speech, and no cough, as a fact', async () => {
  const { call } = callWith([{ text }], { transcriber: new FakeTranscriber(false, false) });
  await call.mediaStarts();
  await call.speaks('Is my table booked?');
  await call.advance(1200);
  await call.speaks('', 200);
  await call.advance(100);
  expect(call.facts).toEqual([]);
  await call.soundBegins();
  await call.advance(200);
  call.conversation.speechDoubted();
  await call.advance(1000);
  call.conversation.speechEnded({ atMs: call.nowMs, decidedAtMs: call.nowMs });
  await call.advance(100);
  expect(call.facts).toEqual(['not-stopped-no-speech']);
  const { turns } = await call.stops();
  expect(turns[0]!.overlaps.map(({ why }) => why)).toEqual(['no-words', 'no-speech']);
});
