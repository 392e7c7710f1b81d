import { describe, expect, it } from 'vitest';
import { FakeSpeechModel } from '../../../test/pipeline/fake-speech-model.ts';
import { fakeVoice, speech } from '../../../test/pipeline/fake-voice.ts';
import { Talk } from '../../../test/pipeline/talk.ts';
import { greeting, onVirtualClock, talkWith } from '../../../test/pipeline/talk-with.ts';

onVirtualClock();

describe('a voice on this machine that has too much to do', () => {
  it.each([5_000, 30_000])('is waited for %i ms, for the first words and for later ones', async (delayMs) => {
    const slow = fakeVoice({ delayMs, isLocal: true });
    const { talk } = talkWith([{ text: 'It is noon. ' }], {
      agent: greeting('Hello.'),
      providers: { textToSpeech: [slow.voice] },
    });
    await talk.mediaStarts();
    await talk.advance(delayMs - 100);
    expect([talk.result, talk.wire]).toEqual([null, '']);
    await talk.advance(1_500);
    expect(talk.wire).toBe('Hello.');
    await talk.speaks('What time is it?');
    await talk.advance(delayMs + 2_500);
    expect(talk.wire).toBe('Hello.It is noon.');
    expect([talk.result, talk.problems, slow.asked.length]).toEqual([null, [], 2]);
    await talk.stops();
  });

  it('says the first sentence as soon as it is there, where all were to be there ahead', async () => {
    const slow = fakeVoice({ delayMs: 5_000, isLocal: true });
    const never = new Promise<never>(() => undefined);
    const agent = { firstMessage: { text: 'Hello.', speech: never } };
    const talk = new Talk({ agent, providers: { textToSpeech: [slow.voice] } });
    await talk.mediaStarts();
    await talk.advance(6_500);
    expect([talk.result, talk.wire, talk.problems]).toEqual([null, 'Hello.', []]);
    await talk.stops();
  });

  it('is not asked for what was there ahead in time', async () => {
    const slow = fakeVoice({ isLocal: true });
    const spoken = Promise.withResolvers<{ pcm: Int16Array; sampleRateHz: number }>();
    const agent = { firstMessage: { text: 'Hello.', speech: spoken.promise } };
    const talk = new Talk({ agent, providers: { textToSpeech: [slow.voice] } });
    await talk.mediaStarts();
    await talk.advance(200);
    spoken.resolve({ pcm: speech('Hello.'), sampleRateHz: 8000 });
    await talk.advance(1_000);
    expect([talk.wire, slow.asked]).toEqual(['Hello.', []]);
    await talk.stops();
  });

  it('is explained by what was spoken ahead, before the first words', async () => {
    const slow = fakeVoice({ delayMs: 8_000, isLocal: true });
    const kept = new Map([['One moment, please.', speech('One moment, please.')]]);
    const talk = new Talk({
      agent: greeting('Hello.'),
      providers: { textToSpeech: [slow.voice] },
      spareSpeech: {
        find: (text) => (kept.has(text) ? { pcm: kept.get(text)!, sampleRateHz: 8000 } : null),
        prepare: () => undefined,
      },
    });
    await talk.mediaStarts();
    await talk.advance(3_000);
    expect(talk.wire).toMatch(/^One moment, please/);
    await talk.advance(8_000);
    expect(talk.wire).toMatch(/Hello\.$/);
    await talk.stops();
  });

  it('is waited for where another one hangs', async () => {
    const hanging = fakeVoice({ hangs: () => true });
    const slow = fakeVoice({ delayMs: 6_000, isLocal: true });
    const talk = new Talk({
      agent: greeting('Hello.'),
      providers: { textToSpeech: [hanging.voice, slow.voice] },
    });
    await talk.mediaStarts();
    await talk.advance(8_500);
    expect([talk.result, talk.wire]).toEqual([null, 'Hello.']);
    expect([hanging.asked.length, slow.asked.length]).toEqual([1, 1]);
    await talk.stops();
  });
});

it('is waited for where a model that speaks by itself has something said by a voice', async () => {
  const slow = fakeVoice({ delayMs: 8_000, isLocal: true });
  const talk = new Talk({
    agent: greeting('Hello.'),
    providers: {
      // It cannot be had, and nobody else answers.
      speechToSpeech: new FakeSpeechModel({ sayAfterMs: 1e9 }),
      speechToText: [],
      textToSpeech: [slow.voice],
    },
  });
  await talk.mediaStarts();
  await talk.advance(12_000);
  expect([talk.result, talk.wire]).toEqual([null, 'Hello.']);
  await talk.stops();
});

describe('a voice on this machine that fails', () => {
  it('is asked once more, and then the call ends', async () => {
    const once = fakeVoice({ isLocal: true, fails: (n) => (n === 1 ? dead : null) });
    const talk = new Talk({ agent: greeting('Hello.'), providers: { textToSpeech: [once.voice] } });
    await talk.mediaStarts();
    await talk.advance(2_000);
    expect([talk.result, talk.wire]).toEqual([null, 'Hello.']);
    await talk.stops();

    const always = fakeVoice({ isLocal: true, fails: () => dead });
    const mute = new Talk({ agent: greeting('Hello.'), providers: { textToSpeech: [always.voice] } });
    await mute.mediaStarts();
    await mute.advance(2_000);
    expect(mute.result?.end.reason).toBe('provider-error');
    expect(always.asked.length).toBe(2);
  });

  it('for good ends the call at once', async () => {
    const refuses = () => ({ afterCharacters: 0, retryable: false });
    const broken = fakeVoice({ isLocal: true, fails: refuses });
    const talk = new Talk({ agent: greeting('Hello.'), providers: { textToSpeech: [broken.voice] } });
    await talk.mediaStarts();
    await talk.advance(500);
    expect(talk.result?.end.reason).toBe('provider-error');
    expect(broken.asked.length).toBe(1);
  });
});

const dead = { afterCharacters: 0, retryable: true };
