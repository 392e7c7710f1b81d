import { describe, expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { FakeSpeechModel } from '../../../test/pipeline/fake-speech-model.ts';
import { fakeVoice, speech } from '../../../test/pipeline/fake-voice.ts';
import { TestCall } from '../../../test/pipeline/test-call.ts';

onVirtualClock();

describe('an overloaded local voice', () => {
  it.each([5_000, 30_000])('is waited for %i ms, for first and later words', async (delayMs) => {
    const slow = fakeVoice({ delayMs, isLocal: true });
    const { call } = callWith([{ text: 'It is noon. ' }], {
      agent: greeting('Hello.'),
      providers: { textToSpeech: [slow.voice] },
    });
    await call.mediaStarts();
    await call.advance(delayMs - 100);
    expect([call.result, call.wire]).toEqual([null, '']);
    await call.advance(1_500);
    expect(call.wire).toBe('Hello.');
    await call.speaks('What time is it?');
    await call.advance(delayMs + 2_500);
    expect(call.wire).toBe('Hello.It is noon.');
    expect([call.result, call.problems, slow.asked.length]).toEqual([null, [], 2]);
    await call.stops();
  });

  it('plays its first prepared sentence as soon as that is finished', async () => {
    const slow = fakeVoice({ delayMs: 5_000, isLocal: true });
    const never = new Promise<never>(() => undefined);
    const agent = { firstMessage: { text: 'Hello.', speech: never } };
    const call = new TestCall({ agent, providers: { textToSpeech: [slow.voice] } });
    await call.mediaStarts();
    await call.advance(6_500);
    expect([call.result, call.wire, call.problems]).toEqual([null, 'Hello.', []]);
    await call.stops();
  });

  it('is not asked again for speech that was prepared in time', async () => {
    const slow = fakeVoice({ isLocal: true });
    const spoken = Promise.withResolvers<{ pcm: Int16Array; sampleRateHz: number }>();
    const agent = { firstMessage: { text: 'Hello.', speech: spoken.promise } };
    const call = new TestCall({ agent, providers: { textToSpeech: [slow.voice] } });
    await call.mediaStarts();
    await call.advance(200);
    spoken.resolve({ pcm: speech('Hello.'), sampleRateHz: 8000 });
    await call.advance(1_000);
    expect([call.wire, slow.asked]).toEqual(['Hello.', []]);
    await call.stops();
  });

  it('is covered by a prepared filler before the first words', async () => {
    const slow = fakeVoice({ delayMs: 8_000, isLocal: true });
    const kept = new Map([['One moment, please.', speech('One moment, please.')]]);
    const call = new TestCall({
      agent: greeting('Hello.'),
      providers: { textToSpeech: [slow.voice] },
      spareSpeech: {
        find: (text) => (kept.has(text) ? { pcm: kept.get(text)!, sampleRateHz: 8000 } : null),
        prepare: () => undefined,
      },
    });
    await call.mediaStarts();
    await call.advance(3_000);
    expect(call.wire).toMatch(/^One moment, please/);
    await call.advance(8_000);
    expect(call.wire).toMatch(/Hello\.$/);
    await call.stops();
  });

  it('is not replaced by another one of the same machine', async () => {
    const slow = fakeVoice({ delayMs: 6_000, isLocal: true });
    const other = fakeVoice({ delayMs: 6_000, isLocal: true });
    const call = new TestCall({
      agent: greeting('Hello.'),
      providers: { textToSpeech: [slow.voice, other.voice] },
    });
    await call.mediaStarts();
    await call.advance(7_500);
    expect([call.result, call.wire, call.problems]).toEqual([null, 'Hello.', []]);
    expect(other.asked).toEqual([]);
    await call.stops();
  });

  it('is waited for when another voice stalls', async () => {
    const hanging = fakeVoice({ hangs: () => true });
    const slow = fakeVoice({ delayMs: 6_000, isLocal: true });
    const call = new TestCall({
      agent: greeting('Hello.'),
      providers: { textToSpeech: [hanging.voice, slow.voice] },
    });
    await call.mediaStarts();
    await call.advance(8_500);
    expect([call.result, call.wire]).toEqual([null, 'Hello.']);
    expect([hanging.asked.length, slow.asked.length]).toEqual([1, 1]);
    await call.stops();
  });
});

it('waits for a local voice that speaks for a speech-to-speech model', async () => {
  const slow = fakeVoice({ delayMs: 8_000, isLocal: true });
  const call = new TestCall({
    agent: greeting('Hello.'),
    providers: {
      // The model cannot be reached, and no other provider answers.
      speechToSpeech: new FakeSpeechModel({ sayAfterMs: 1e9 }),
      speechToText: [],
      textToSpeech: [slow.voice],
    },
  });
  await call.mediaStarts();
  await call.advance(12_000);
  expect([call.result, call.wire]).toEqual([null, 'Hello.']);
  await call.stops();
});

describe('a failing local voice', () => {
  it('is asked once more, and then the call ends', async () => {
    const once = fakeVoice({ isLocal: true, fails: (n) => (n === 1 ? dead : null) });
    const call = new TestCall({ agent: greeting('Hello.'), providers: { textToSpeech: [once.voice] } });
    await call.mediaStarts();
    await call.advance(2_000);
    expect([call.result, call.wire]).toEqual([null, 'Hello.']);
    await call.stops();

    const always = fakeVoice({ isLocal: true, fails: () => dead });
    const mute = new TestCall({ agent: greeting('Hello.'), providers: { textToSpeech: [always.voice] } });
    await mute.mediaStarts();
    await mute.advance(2_000);
    expect(mute.result?.end.reason).toBe('provider-error');
    expect(always.asked.length).toBe(2);
  });

  it('ends the call at once when the failure is permanent', async () => {
    const refuses = () => ({ afterCharacters: 0, retryable: false });
    const broken = fakeVoice({ isLocal: true, fails: refuses });
    const call = new TestCall({ agent: greeting('Hello.'), providers: { textToSpeech: [broken.voice] } });
    await call.mediaStarts();
    await call.advance(500);
    expect(call.result?.end.reason).toBe('provider-error');
    expect(broken.asked.length).toBe(1);
  });
});

const dead = { afterCharacters: 0, retryable: true };
