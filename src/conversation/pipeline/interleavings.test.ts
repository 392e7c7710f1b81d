import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FakeAnswer, fakeModel } from '../../../test/pipeline/fake-model.ts';
import { FakeSpeechModel } from '../../../test/pipeline/fake-speech-model.ts';
import { fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import { TestCall, type TestCallOptions } from '../../../test/pipeline/test-call.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { ToolRunner } from './index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const words = ['yes', 'mhm', 'hello', '', 'I would like to', 'Tell me more, please.', 'stop that'];
const step = fc.oneof(
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 20, max: 4000 }) }),
  fc.record({
    does: fc.constant('speak' as const),
    text: fc.constantFrom(...words),
    ms: fc.integer({ min: 100, max: 1500 }),
  }),
  fc.record({ does: fc.constant('press' as const), digits: fc.constantFrom('1', '42#', '#', '907') }),
  fc.record({ does: fc.constant('break' as const) }),
);
const sentences = [
  'The first thing is this. ',
  'And the second one, ',
  'which is long and goes on. ',
  'Is that so? ',
];
const answer: fc.Arbitrary<FakeAnswer> = fc.record({
  delayMs: fc.integer({ min: 0, max: 3000 }),
  text: fc.array(fc.constantFrom(...sentences), { maxLength: 5 }),
  calls: fc.array(fc.constantFrom({ name: 'work' }, { name: 'fail' }, { name: 'keys' }), { maxLength: 2 }),
});

/** Returns the letters of a text, for comparison without white space. */
const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');

const tools: ToolRunner = {
  definitions: ['work', 'fail', 'keys'].map((name) => ({ name, description: '', parameters: {} })),
  async run({ name }, { signal }) {
    await delay(1500, signal);
    if (name === 'fail') throw new Error('it failed');
    const then = { kind: 'send-dtmf', digits: '1' } as const;
    return name === 'keys' ? { result: 'pressed', then } : { result: 'done' };
  },
};

/** The providers of each kind of conversation, and how one of them fails. */
const kinds = {
  pipeline(answers: readonly FakeAnswer[]) {
    const { model } = fakeModel((_, count) => answers[count - 1] ?? { text: 'Well.' });
    return { providers: { languageModel: [model] }, breaks: (call: TestCall) => call.transcriber.breaks() };
  },
  'speech-to-speech'(answers: readonly FakeAnswer[]) {
    const spoken = answers.map(({ text = '', calls = [], delayMs = 0 }) => ({
      ...{ delayMs, text: typeof text === 'string' ? text : text.join('') },
      calls: calls.map(({ name }) => ({ name })),
    }));
    const model = new FakeSpeechModel({ answers: spoken, hears: words.flatMap((word) => [word, null]) });
    return { providers: { speechToSpeech: model, speechToText: [] }, breaks: () => model.cut() };
  },
} satisfies Record<string, (answers: readonly FakeAnswer[]) => Held>;

interface Held {
  providers: TestCallOptions['providers'];
  breaks: (call: TestCall) => void;
}

it.each([
  ['pipeline', 60],
  ['speech-to-speech', 30],
] as const)(
  'records only what was sent in a %s with random events, ends, and leaves nothing open',
  async (kind, numRuns) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 10 }),
        fc.array(answer, { maxLength: 6 }),
        fc.boolean(),
        async (steps, answers, interruptible) => {
          vi.clearAllTimers();
          const { providers, breaks }: Held = kinds[kind](answers);
          const { voice } = fakeVoice({ delayMs: 40 });
          const agent = {
            firstMessage: { text: 'Good day, this is the test.', speech: null },
            interruptible,
            silencePrompts: { afterMs: 3000, texts: ['Are you there?'] },
            silenceMs: 8000,
            maxDurationMs: 60_000,
          };
          const call = new TestCall({ agent, tools, providers: { ...providers, textToSpeech: [voice] } });
          await call.mediaStarts();
          for (const one of steps) {
            if (one.does === 'wait') await call.advance(one.ms);
            else if (one.does === 'speak') await call.speaks(one.text, one.ms);
            else if (one.does === 'press') await call.presses(one.digits);
            else breaks(call);
          }
          await call.untilQuiet(70_000, 150_000);
          await call.advance(1000);
          expect(call.result).not.toBeNull();
          const said = (call.result?.transcript ?? []).filter(({ role }) => role === 'bot');
          // The order is that of sending. An interrupted word may be partly sent or wholly recorded.
          const wire = letters(call.wire);
          let at = 0;
          for (const { text } of said) {
            const whole = letters(text);
            const found = wire.indexOf(whole.slice(0, Math.max(whole.length - 8, 1)), at);
            expect(found, `${text} in ${call.wire}`).toBeGreaterThanOrEqual(at);
            at = found;
          }
          // Each entry differs from the sent text by at most one word.
          const recorded = said.reduce((sum, { text }) => sum + letters(text).length, 0);
          expect(Math.abs(wire.length - recorded)).toBeLessThanOrEqual(
            9 * (call.result?.turns.length ?? 0) + 9,
          );
          // One voice at a time: entries do not overlap.
          for (const [i, entry] of said.entries()) {
            expect(entry.startMs).toBeGreaterThanOrEqual(said[i - 1]?.endMs ?? 0);
          }
          expect([vi.getTimerCount(), call.transcriber.open]).toEqual([0, 0]);
        },
      ),
      { numRuns },
    );
  },
  60_000,
);
