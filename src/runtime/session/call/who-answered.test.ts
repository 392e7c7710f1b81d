import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { join, silence } from '../../../../test/audio/line.ts';
import { spoken } from '../../../../test/interop/call-speech.ts';
import { FakeTranscriber } from '../../../../test/pipeline/fake-transcriber.ts';
import type { SpeechToText } from '../../../conversation/providers/interfaces/index.ts';
import type { Listener } from '../audio/call-hearing.ts';
import { whoAnswered } from './who-answered.ts';

const pieceSamples = 160;

/** Plays this after the answer, faster than it would be; what is to happen at a position happens then. */
async function answerOf(pcm: Int16Array, transcribers: SpeechToText[], at: Record<number, () => void> = {}) {
  const problems: string[] = [];
  let heardBy: Listener | null = null;
  let answeredBy: Awaited<ReturnType<typeof whoAnswered>> | undefined;
  const found = whoAnswered({
    sampleRateHz: 8000,
    transcribers,
    language: 'en',
    divert: (listener) => {
      heardBy = listener;
    },
    ended: new Promise(() => undefined),
    onProblem: ({ what }) => problems.push(what),
  }).then((by) => {
    answeredBy = by;
  });
  for (let from = 0; from + pieceSamples <= pcm.length && !answeredBy; from += pieceSamples) {
    at[from / 8]?.();
    await setImmediate();
    (heardBy as Listener | null)?.audio(pcm.subarray(from, from + pieceSamples), from / 8);
  }
  await found;
  return { answeredBy, problems };
}

const says = (transcriber: FakeTranscriber, text: string, startMs: number, endMs: number) => () =>
  transcriber.emits({ type: 'final', text, startMs, endMs, confidence: null });
const waiting = 6000;
let menu: Int16Array;
let menuEndMs: number;
let hello: Int16Array;
beforeAll(async () => {
  const text = 'Welcome to the city hospital. For appointments, press one. For billing, press two.';
  menu = join(silence(500), await spoken(text), silence(waiting));
  menuEndMs = menu.length / 8 - waiting;
  hello = join(silence(500), await spoken('Hello?'), silence(waiting));
});

it('knows a menu by what it says, as soon as it waits, and listens no more then', async () => {
  const transcriber = new FakeTranscriber();
  transcriber.hangs = true;
  const { answeredBy, problems } = await answerOf(menu, [transcriber], {
    3000: says(transcriber, 'for appointments press one', 500, 3000),
  });
  expect(answeredBy).toMatchObject({ kind: 'ivr', reason: 'its words' });
  expect(answeredBy!.decidedAtMs).toBeLessThan(menuEndMs + 1200);
  expect(transcriber.finished).toBeGreaterThan(0);
  expect([transcriber.open, problems]).toEqual([0, []]);
});

it('decides by pauses when the transcriber fails, needs expected phrases, or is missing', async () => {
  const broken = new FakeTranscriber();
  const withBroken = await answerOf(menu, [broken], { 1000: () => broken.breaks() });
  expect(withBroken.problems).toEqual(['the transcriber fake transcriber failed during answer detection']);
  const grammar = Object.assign(new FakeTranscriber(), { needsPhrases: true });
  grammar.listen = () => {
    throw new Error('it was asked all the same');
  };
  const withGrammar = await answerOf(menu, [grammar]);
  const without = await answerOf(menu, []);
  expect(withGrammar).toEqual(without);
  expect(withBroken.answeredBy).toEqual(without.answeredBy);
  expect(without).toMatchObject({ answeredBy: { kind: 'screening' }, problems: [] });
});

it('recognizes a person who says hello without waiting for words', async () => {
  const transcriber = new FakeTranscriber();
  transcriber.hangs = true;
  const { answeredBy } = await answerOf(hello, [transcriber]);
  expect(answeredBy).toEqual((await answerOf(hello, [])).answeredBy);
  expect(answeredBy).toMatchObject({ kind: 'person' });
  expect(transcriber.open).toBe(0);
});
