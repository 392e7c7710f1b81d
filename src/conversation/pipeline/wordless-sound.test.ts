import { describe, expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { FakeTranscriber } from '../../../test/pipeline/fake-transcriber.ts';
import { startAfterMs, type TestCall } from '../../../test/pipeline/test-call.ts';

onVirtualClock();

const text =
  'Your table is booked for four people at eight in the evening on Friday, and you can come by car or by train, as you like.';
/** Words are expected within this time before the transcriber's delay is known. */
const unknownMs = 1000;

/** Starts a call in which the agent speaks. */
async function speakingCall(transcriber = new FakeTranscriber(), delaysMs: number[] = []) {
  const { call, model } = callWith(
    [...delaysMs.map(() => ({ text: 'Yes.' })), { text }, { text: 'As you wish.' }],
    { transcriber },
  );
  await call.mediaStarts();
  for (const delayMs of delaysMs) {
    await speaksWithPartial(call, 'Are you there?', delayMs);
    await call.untilQuiet();
  }
  await call.speaks('Is my table booked?');
  await call.advance(1200);
  return { call, model };
}

/** Lets the caller speak for a second, with a partial result after `delayMs`. */
async function speaksWithPartial(call: TestCall, words: string, delayMs: number): Promise<void> {
  const startMs = await call.soundBegins();
  call.transcriber.understands(words, startMs);
  await call.advance(delayMs - startAfterMs);
  call.transcriber.emits({ type: 'partial', text: words, startMs, endMs: call.nowMs });
  await call.advance(1000 - delayMs);
  call.conversation.speechEnded({ atMs: call.nowMs, decidedAtMs: call.nowMs });
}

async function ends(call: TestCall): Promise<void> {
  call.conversation.speechEnded({ atMs: call.nowMs, decidedAtMs: call.nowMs });
  await call.advance(100);
}

const isSilent = (call: TestCall, ms = 40) => call.line.isSilent(call.nowMs - ms, call.nowMs);

describe('a long sound without words', () => {
  it('holds the agent until words are overdue, and then the agent says its sentence', async () => {
    const { call, model } = await speakingCall();
    const startMs = await call.soundBegins();
    await call.advance(unknownMs - startAfterMs - 20);
    expect(call.line.isSilent(startMs + startAfterMs + 40, call.nowMs)).toBe(true);
    await call.advance(60);
    expect(isSilent(call)).toBe(false);
    // A pause in the sound changes nothing.
    call.pauses(call.nowMs);
    await call.advance(100);
    call.conversation.speechContinued();
    await call.advance(100);
    expect(isSilent(call)).toBe(false);
    await call.advance(2000);
    await ends(call);
    await call.untilQuiet();
    expect([call.wire, model.asked.length]).toEqual([text, 1]);
    const { turns } = await call.stops();
    const heldMs = unknownMs - startAfterMs;
    expect(turns[0]!.overlaps).toMatchObject([
      { atMs: startMs, outcome: 'resumed', why: 'no-words', heldMs },
    ]);
  });

  it('is stopped by words that come late', async () => {
    const { call } = await speakingCall();
    const startMs = await call.soundBegins();
    await call.advance(unknownMs + 200);
    call.transcriber.emits({ type: 'partial', text: 'No, stop', startMs, endMs: call.nowMs });
    await call.advance(60);
    expect(isSilent(call)).toBe(true);
    call.transcriber.understands('No, stop it.', startMs);
    await ends(call);
    await call.untilQuiet();
    expect(call.wire.endsWith('As you wish.') && !call.wire.includes('train')).toBe(true);
    const { turns } = await call.stops();
    expect(turns[0]!.overlaps).toMatchObject([{ outcome: 'interrupted', why: 'words' }]);
  });

  it.each([
    [[300, 350, 320], 600],
    [[300, 800, 320], 1050],
    [[150, 100, 120], 400],
    [[300], unknownMs],
  ])(
    'holds the agent for a little longer than words took in the call: %j, %i ms',
    async (delaysMs, heldMs) => {
      const { call } = await speakingCall(new FakeTranscriber(), delaysMs);
      const startMs = await call.soundBegins();
      await call.advance(3000);
      await ends(call);
      const { turns } = await call.stops();
      const [overlap] = turns.at(-1)!.overlaps;
      expect(overlap).toMatchObject({ atMs: startMs, outcome: 'resumed' });
      expect(Math.abs(overlap!.heldMs + startAfterMs - heldMs)).toBeLessThanOrEqual(20);
    },
  );

  it('holds the agent again when another sound begins', async () => {
    const { call } = await speakingCall();
    await call.soundBegins();
    await call.advance(unknownMs);
    await ends(call);
    expect(isSilent(call)).toBe(false);
    await call.soundBegins();
    await call.advance(60);
    expect(isSilent(call)).toBe(true);
    await call.stops();
  });
});

describe.each([
  ['with partial results', true],
  ['without partial results', false],
])('a sound that is no speech, with a transcriber %s', (_, emitsPartials) => {
  const transcriber = () => new FakeTranscriber(false, emitsPartials);

  it('does not hold the agent any longer', async () => {
    const { call, model } = await speakingCall(transcriber());
    const startMs = await call.soundBegins();
    await call.advance(220);
    expect(isSilent(call)).toBe(true);
    call.conversation.speechDoubted();
    await call.advance(60);
    expect(isSilent(call)).toBe(false);
    await call.advance(4000);
    await ends(call);
    await call.untilQuiet();
    expect([call.wire, model.asked.length]).toEqual([text, 1]);
    const { turns } = await call.stops();
    expect(turns[0]!.overlaps).toMatchObject([
      { atMs: startMs, outcome: 'resumed', why: 'no-speech', heldMs: 220 },
    ]);
  });

  it('holds the agent again when speech follows, whose words interrupt', async () => {
    const { call } = await speakingCall(transcriber());
    const startMs = await call.soundBegins();
    await call.advance(220);
    call.conversation.speechDoubted();
    await call.advance(1500);
    call.conversation.speechContinued();
    await call.advance(60);
    expect(isSilent(call)).toBe(true);
    await call.advance(600);
    expect(isSilent(call, 600)).toBe(true);
    call.transcriber.understands('Stop it.', startMs);
    await ends(call);
    await call.untilQuiet();
    expect(call.wire.endsWith('As you wish.') && !call.wire.includes('train')).toBe(true);
    await call.stops();
  });
});
