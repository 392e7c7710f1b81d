import { expect, it } from 'vitest';
import { fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import { type SpareSpeaker, SpareSpeech } from './spare-speech.ts';

const speakerOf = (voice: SpareSpeaker['voice'], version = 1): SpareSpeaker => ({
  agentId: 'agent_a',
  version,
  voice,
  request: { voice: null, language: 'en', lineRateHz: 8000 },
  reading: { language: 'en', pronunciations: [], readsNumbers: true },
  signal: new AbortController().signal,
});
const sample = 2 * 320;

it('synthesizes a text once for all calls of a version, even concurrently', async () => {
  const spare = new SpareSpeech(1_000_000);
  const { voice, asked } = fakeVoice({ delayMs: 0 });
  const speaker = speakerOf(voice);
  expect(spare.find(speaker, 'Wait.')).toBeNull();
  await Promise.all([spare.prepare(speaker, ['Wait.', 'On it.']), spare.prepare(speaker, ['Wait.'])]);
  await spare.prepare(speaker, ['Wait.', 'x'.repeat(201)]);
  expect(asked).toEqual(['Wait.', 'On it.']);
  expect(spare.find(speaker, 'Wait.')?.pcm.length).toBe(5 * 320);
  expect(spare.find(speakerOf(voice, 2), 'Wait.')).toBeNull();
});

it('drops the least recently used speech beyond the limit', async () => {
  const spare = new SpareSpeech(10 * sample);
  const speaker = speakerOf(fakeVoice({ delayMs: 0 }).voice);
  await spare.prepare(speaker, ['aaaa', 'bbbb']);
  expect(spare.find(speaker, 'aaaa')).not.toBeNull();
  await spare.prepare(speaker, ['cccc']);
  const kept = ['aaaa', 'bbbb', 'cccc'].filter((text) => spare.find(speaker, text) !== null);
  expect(kept).toEqual(['aaaa', 'cccc']);
  await spare.prepare(speaker, ['d'.repeat(11)]);
  expect(['aaaa', 'cccc', 'd'.repeat(11)].filter((text) => spare.find(speaker, text) !== null)).toEqual([]);
});

it('does not ask a failing voice again until the next call', async () => {
  const spare = new SpareSpeech(1_000_000);
  const fails = (request: number) => (request === 1 ? { afterCharacters: 0, retryable: false } : null);
  const { voice, asked } = fakeVoice({ delayMs: 0, fails });
  await spare.prepare(speakerOf(voice), ['one', 'two']);
  expect(asked).toEqual(['one']);
  await spare.prepare(speakerOf(voice), ['one']);
  expect(spare.find(speakerOf(voice), 'one')).not.toBeNull();
});

it('does not serve speech with the pronunciation of an earlier call', async () => {
  const spare = new SpareSpeech(1_000_000);
  const { voice, asked } = fakeVoice({ delayMs: 0 });
  const saying = (replacement: string): SpareSpeaker => {
    const pronunciations = [{ term: 'Xerox', language: null, replacement, ipa: null }];
    return { ...speakerOf(voice), reading: { language: 'en', pronunciations, readsNumbers: true } };
  };
  await spare.prepare(saying('zee-rocks'), ['Xerox.']);
  expect(spare.find(saying('zeer ox'), 'Xerox.')).toBeNull();
  await spare.prepare(saying('zeer ox'), ['Xerox.']);
  expect(asked).toEqual(['zee-rocks.', 'zeer ox.']);
});
