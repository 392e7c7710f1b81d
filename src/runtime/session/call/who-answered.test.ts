import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { join, silence } from '../../../../test/audio/line.ts';
import { music } from '../../../../test/audio/machines.ts';
import { spoken } from '../../../../test/interop/call-speech.ts';
import { fakeModel } from '../../../../test/pipeline/fake-model.ts';
import { FakeTranscriber } from '../../../../test/pipeline/fake-transcriber.ts';
import type { LanguageModel, SpeechToText } from '../../../conversation/providers/interfaces/index.ts';
import type { Listener } from '../audio/call-hearing.ts';
import { opinionOnAnswer } from './answer-opinion.ts';
import { type WhoAnsweredOptions, whoAnswered } from './who-answered.ts';

const pieceSamples = 160;

/** Plays this audio after the answer, faster than real time. `at` has actions by position. */
async function answerOf(
  pcm: Int16Array,
  transcribers: SpeechToText[],
  at: Record<number, () => void | Promise<void>> = {},
  others: Partial<WhoAnsweredOptions> = {},
) {
  const problems: string[] = [];
  const queues: string[] = [];
  let heardBy: Listener | null = null;
  type Detected = NonNullable<Awaited<ReturnType<typeof whoAnswered>>>;
  let answeredBy: Detected['answeredBy'] | undefined;
  let heard: string | undefined;
  const found = whoAnswered({
    sampleRateHz: 8000,
    transcribers,
    language: 'en',
    model: null,
    modelId: null,
    queueMsMax: 60_000,
    onQueue: ({ reason }) => queues.push(reason),
    divert: (listener) => {
      heardBy = listener;
    },
    ended: new Promise(() => undefined),
    onProblem: ({ what }) => problems.push(what),
    ...others,
  }).then((detected) => {
    answeredBy = detected?.answeredBy;
    heard = detected?.heard;
  });
  for (let from = 0; from + pieceSamples <= pcm.length && !answeredBy; from += pieceSamples) {
    await at[from / 8]?.();
    await setImmediate();
    (heardBy as Listener | null)?.audio(pcm.subarray(from, from + pieceSamples), from / 8);
  }
  await found;
  return { answeredBy, heard, problems, queues };
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
  const { answeredBy, heard, problems } = await answerOf(menu, [transcriber], {
    3000: says(transcriber, 'for appointments press one', 500, 3000),
  });
  expect(answeredBy).toMatchObject({ kind: 'ivr', reason: 'its words' });
  // The conversation answers these words.
  expect(heard).toBe('for appointments press one');
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

it('waits in a queue until a person speaks, or as long as it may', async () => {
  const person = await answerOf(join(music(6000), hello), []);
  expect(person).toMatchObject({ answeredBy: { kind: 'person' }, queues: ['music'] });
  const waited = await answerOf(music(6000), [], {}, { queueMsMax: 1 });
  expect(waited).toMatchObject({ answeredBy: { kind: 'queue', reason: 'music' }, queues: ['music'] });
});

describe('the opinion of a model', () => {
  const words = 'welcome to our hospital';
  const transcribed = () => {
    const transcriber = new FakeTranscriber();
    transcriber.hangs = true;
    return { transcriber, at: { 2500: says(transcriber, words, 500, 2500) } };
  };

  it('decides about words that no phrase explains', async () => {
    const { transcriber, at } = transcribed();
    const { model, asked } = fakeModel(() => ({ text: 'Queue.', delayMs: 0 }));
    const answered = Promise.withResolvers<void>();
    const listening: LanguageModel = {
      ...model,
      async *answer(...request) {
        yield* model.answer(...request);
        answered.resolve();
      },
    };
    const waits = { ...at, 2800: () => answered.promise };
    const options = { model: listening, modelId: 'small', queueMsMax: 1 };
    const { queues } = await answerOf(menu, [transcriber], waits, options);
    expect(queues).toEqual(['its words']);
    expect(asked).toMatchObject([{ model: 'small', tools: [], temperature: 0 }]);
    expect(asked[0]!.messages.at(-1)).toMatchObject({ role: 'user', content: words });
  });

  it('is not waited for, and is not asked about a short greeting or known words', async () => {
    const { transcriber, at } = transcribed();
    const slow = fakeModel(() => ({ text: 'queue', delayMs: 60_000 }));
    const { answeredBy } = await answerOf(menu, [transcriber], at, { model: slow.model });
    expect(answeredBy).toEqual((await answerOf(menu, [])).answeredBy);
    expect(slow.asked).toHaveLength(1);
    const idle = fakeModel(() => ({ text: 'voicemail', delayMs: 0 }));
    const short = new FakeTranscriber();
    const greets = { 1000: says(short, 'hello', 500, 900) };
    expect((await answerOf(hello, [short], greets, { model: idle.model })).answeredBy?.kind).toBe('person');
    const known = new FakeTranscriber();
    const menuWords = { 2500: says(known, 'for appointments press one', 500, 2500) };
    expect((await answerOf(menu, [known], menuWords, { model: idle.model })).answeredBy?.kind).toBe('ivr');
    expect(idle.asked).toEqual([]);
  });

  it('is asked again about a new greeting, however short', async () => {
    const { model, asked } = fakeModel(() => ({ text: 'person', delayMs: 0 }));
    const first = Promise.withResolvers<void>();
    const opinion = opinionOnAnswer({
      ...{ model, modelId: null, language: 'en' },
      ...{ onKind: () => first.resolve(), onProblem: () => undefined },
    });
    opinion.ask('one two three four five');
    await first.promise;
    await setImmediate();
    opinion.ask('One two, three four five six.');
    opinion.ask('you are the next caller');
    expect(asked.map(({ messages }) => messages.at(-1))).toMatchObject([
      { content: 'one two three four five' },
      { content: 'you are the next caller' },
    ]);
  });

  it('changes nothing when the model fails or names nothing', async () => {
    for (const answer of [{ fails: { retryable: true } }, { text: 'person or queue' }]) {
      const { transcriber, at } = transcribed();
      const { model } = fakeModel(() => ({ ...answer, delayMs: 0 }));
      const { answeredBy, problems } = await answerOf(menu, [transcriber], at, { model });
      expect(answeredBy).toEqual((await answerOf(menu, [])).answeredBy);
      expect(problems).toHaveLength('fails' in answer ? 1 : 0);
    }
  });
});
