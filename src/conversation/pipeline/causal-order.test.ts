import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { type FakeAnswer, fakeModel } from '../../../test/pipeline/fake-model.ts';
import { FakeSpeechModel } from '../../../test/pipeline/fake-speech-model.ts';
import { fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import { TestCall, type TestCallOptions } from '../../../test/pipeline/test-call.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { SaidEntry, ToolRunner } from './index.ts';
import { Transcript } from './transcript.ts';

onVirtualClock();

/** The line places a key at its next 20 ms tick, ahead of the clock. */
const leadMsMax = 20;
/** Words may begin this much before their speech was detected. */
const beforeSpeechMs = 500;

/** Something that happened in the call; `isIt` recognizes its transcript entry. */
interface ObservedEvent {
  what: string;
  beginMs: number;
  endMs: number;
  isKey?: boolean;
  isIt: (entry: SaidEntry) => boolean;
}

const act = fc.oneof(
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({
    does: fc.constant('speak' as const),
    ms: fc.integer({ min: 100, max: 1500 }),
    // On a noisy line a transcriber may place the start of words right after the previous words.
    isNoisy: fc.boolean(),
  }),
  fc.record({ does: fc.constant('press' as const), leadMs: fc.integer({ min: 0, max: leadMsMax }) }),
  fc.record({ does: fc.constant('break' as const) }),
);
const answer = fc.record({
  delayMs: fc.integer({ min: 0, max: 1500 }),
  isSaid: fc.boolean(),
  calls: fc.integer({ min: 0, max: 2 }),
});
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

/** A test call that records every event. */
class Observed {
  readonly events: ObservedEvent[] = [];
  readonly call: TestCall;
  #noiseMs = 0;
  #spoken = 0;

  constructor(open: (observed: Observed) => TestCallOptions['providers']) {
    const providers = { textToSpeech: [fakeVoice({ delayMs: 7 }).voice], ...open(this) };
    const agent = { firstMessage: { text: 'Hello.', speech: null }, silenceMs: 60_000, fillers: [] };
    this.call = new TestCall({ agent, providers, tools: this.#tools() });
  }

  /** Records the request for the nth answer; its text contains the number. */
  asked(number: number): void {
    const isIt = ({ role, text }: SaidEntry) => role === 'bot' && text.includes(`Answer ${number}.`);
    const { nowMs } = this.call;
    this.events.push({ what: `answer ${number}`, beginMs: nowMs, endMs: Number.POSITIVE_INFINITY, isIt });
  }

  async presses(leadMs: number): Promise<void> {
    const { nowMs } = this.call;
    const digits = '0123456789ABCD*';
    const count = this.events.filter(({ what }) => what.startsWith('key')).length;
    const digit = digits[count % digits.length]!;
    let nth = Math.floor(count / digits.length);
    const isIt = ({ name, text }: SaidEntry) => name === 'dtmf' && text === digit && nth-- === 0;
    this.events.push({ what: `key ${digit}`, beginMs: nowMs, endMs: nowMs, isKey: true, isIt });
    this.call.conversation.dtmf({ digit, atMs: nowMs + leadMs });
    await this.call.advance(1);
  }

  async speaks(ms: number, isNoisy: boolean): Promise<void> {
    const { call } = this;
    const text = `these are words number ${++this.#spoken}x`;
    const beganMs = isNoisy ? this.#noiseMs : call.nowMs;
    const spoken = call.speaks(text, ms);
    call.transcriber.understands(text, beganMs);
    const { startMs, endMs } = await spoken;
    // A pause, so that later speech is a separate utterance.
    await call.advance(700);
    this.#noiseMs = call.nowMs;
    const isIt = (entry: SaidEntry) => entry.role === 'user' && entry.text.includes(text);
    this.events.push({ what: text, beginMs: startMs - beforeSpeechMs, endMs, isIt });
  }

  #tools(): ToolRunner {
    return {
      definitions: [{ name: 'work', description: '', parameters: {} }],
      run: async ({ id }, { signal }) => {
        const event: ObservedEvent = {
          ...{ what: `tool ${id}`, beginMs: this.call.nowMs, endMs: Number.POSITIVE_INFINITY },
          isIt: ({ toolCall }) => toolCall?.id === id,
        };
        this.events.push(event);
        await delay(3, signal);
        event.endMs = this.call.nowMs;
        return { result: 'done' };
      },
    };
  }
}

const kinds = {
  pipeline: (answers: readonly Answer[], collectsKeys: boolean) => (observed: Observed) => {
    const { model } = fakeModel(
      (_, count): FakeAnswer => {
        observed.asked(count);
        const { delayMs, isSaid, calls } = answers[count - 1] ?? { delayMs: 0, isSaid: true, calls: 0 };
        const text = isSaid || calls === 0 ? `Answer ${count}. ` : '';
        return { delayMs, text, calls: Array(calls).fill({ name: 'work' }) };
      },
      { collectsKeys },
    );
    return { languageModel: [model] };
  },
  'speech-to-speech': (answers: readonly Answer[]) => () => {
    const spoken = answers.map(({ delayMs, isSaid, calls }, index) => ({
      ...{ delayMs, text: isSaid || calls === 0 ? `Answer ${index + 1}.` : '' },
      calls: Array(calls).fill({ name: 'work' }),
    }));
    const hears = Array.from({ length: 20 }, (_, index) => `these are words number ${index + 1}x`);
    const model = new FakeSpeechModel({ answers: spoken, hears });
    return { speechToSpeech: model, speechToText: [] };
  },
};

/** Returns the events with their index in the transcript, without those that are not in it. */
function placed(events: readonly ObservedEvent[], transcript: readonly SaidEntry[]) {
  return events
    .map((event) => ({ ...event, at: transcript.findIndex(event.isIt) }))
    .filter(({ at }) => at >= 0);
}

it.each(['pipeline', 'speech-to-speech'] as const)(
  'orders the transcript of a %s by cause and effect, with times that never go back',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 10 }),
        fc.array(answer, { maxLength: 8 }),
        fc.boolean(),
        async (acts, answers, collectsKeys) => {
          vi.clearAllTimers();
          const observed = new Observed(kinds[kind](answers, collectsKeys));
          const { call } = observed;
          await call.mediaStarts();
          await call.advance(600);
          for (const one of acts) {
            if (one.does === 'wait') await call.advance(one.ms);
            else if (one.does === 'speak') await observed.speaks(one.ms, one.isNoisy);
            else if (one.does === 'press') await observed.presses(one.leadMs);
            else if (kind === 'pipeline') call.transcriber.breaks();
          }
          await call.untilQuiet(5000);
          const { transcript } = await call.stops();
          const starts = transcript.map(({ startMs }) => startMs);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
          const there = placed(observed.events, transcript);
          for (const before of there) {
            for (const after of there) {
              // A key and its consequence may have the same position.
              const isBefore =
                before.endMs < after.beginMs ||
                (before.endMs === after.beginMs && before.isKey && !after.isKey);
              if (!isBefore) continue;
              const order = `${before.what} (${before.endMs}) → ${after.what} (${after.beginMs})`;
              expect(before.at, `${order}\n${JSON.stringify(transcript)}`).toBeLessThan(after.at);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  },
  60_000,
);

it('places the words of the next agent after the tool that handed the call over', () => {
  const handBack = { role: 'tool', text: '', name: 'handBack', startMs: 5000, endMs: 5000 } as const;
  const transcript = new Transcript({ nowMs: 5000 }, () => undefined, [handBack]);
  // A late tick of the line sends them at an earlier position.
  const span = { startMs: 4980, endMs: 5600, sinceMs: transcript.latestMs };
  transcript.bot({}, 'Welcome back.', span);
  expect(transcript.read().map(({ role, startMs }) => [role, startMs])).toEqual([
    ['tool', 5000],
    ['bot', 5000],
  ]);
});
