import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { type FakeAnswer, fakeModel } from '../../../test/pipeline/fake-model.ts';
import { FakeSpeechModel } from '../../../test/pipeline/fake-speech-model.ts';
import { fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import { Talk, type TalkOptions } from '../../../test/pipeline/talk.ts';
import { onVirtualClock } from '../../../test/pipeline/talk-with.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { SaidEntry, ToolRunner } from './index.ts';

onVirtualClock();

/** A key counts for the tick of 20 ms that comes next: its position lies ahead of the clock. */
const leadMsMax = 20;
/** Words may be said to begin this much before their speech was found. */
const beforeSpeechMs = 500;

/** When something was done, on the clock of the call; `isIt` finds its entry. */
interface Deed {
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
    // In a noisy line a transcriber takes what was heard since the last words for their beginning.
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

/** A conversation, and everything that was done in it. */
class Observed {
  readonly deeds: Deed[] = [];
  readonly talk: Talk;
  #noiseMs = 0;
  #spoken = 0;

  constructor(open: (observed: Observed) => TalkOptions['providers']) {
    const providers = { textToSpeech: [fakeVoice({ delayMs: 7 }).voice], ...open(this) };
    const agent = { firstMessage: { text: 'Hello.', speech: null }, silenceMs: 60_000, fillers: [] };
    this.talk = new Talk({ agent, providers, tools: this.#tools() });
  }

  /** The nth answer is asked for; what it says is found by its number. */
  asked(number: number): void {
    const isIt = ({ role, text }: SaidEntry) => role === 'bot' && text.includes(`Answer ${number}.`);
    const { nowMs } = this.talk;
    this.deeds.push({ what: `answer ${number}`, beginMs: nowMs, endMs: Number.POSITIVE_INFINITY, isIt });
  }

  async presses(leadMs: number): Promise<void> {
    const { nowMs } = this.talk;
    const digits = '0123456789ABCD*';
    const count = this.deeds.filter(({ what }) => what.startsWith('key')).length;
    const digit = digits[count % digits.length]!;
    let nth = Math.floor(count / digits.length);
    const isIt = ({ name, text }: SaidEntry) => name === 'dtmf' && text === digit && nth-- === 0;
    this.deeds.push({ what: `key ${digit}`, beginMs: nowMs, endMs: nowMs, isKey: true, isIt });
    this.talk.conversation.dtmf({ digit, atMs: nowMs + leadMs });
    await this.talk.advance(1);
  }

  async speaks(ms: number, isNoisy: boolean): Promise<void> {
    const { talk } = this;
    const text = `these are words number ${++this.#spoken}x`;
    const beganMs = isNoisy ? this.#noiseMs : talk.nowMs;
    const spoken = talk.speaks(text, ms);
    talk.ear.understands(text, beganMs);
    const { startMs, endMs } = await spoken;
    // Long enough for speech that follows not to be part of it.
    await talk.advance(700);
    this.#noiseMs = talk.nowMs;
    const isIt = (entry: SaidEntry) => entry.role === 'user' && entry.text.includes(text);
    this.deeds.push({ what: text, beginMs: startMs - beforeSpeechMs, endMs, isIt });
  }

  #tools(): ToolRunner {
    return {
      definitions: [{ name: 'work', description: '', parameters: {} }],
      run: async ({ id }, { signal }) => {
        const deed: Deed = {
          ...{ what: `tool ${id}`, beginMs: this.talk.nowMs, endMs: Number.POSITIVE_INFINITY },
          isIt: ({ toolCall }) => toolCall?.id === id,
        };
        this.deeds.push(deed);
        await delay(3, signal);
        deed.endMs = this.talk.nowMs;
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

/** Places of what was done, in the transcript; what is not on record is left out. */
function placed(deeds: readonly Deed[], transcript: readonly SaidEntry[]) {
  return deeds.map((deed) => ({ ...deed, at: transcript.findIndex(deed.isIt) })).filter(({ at }) => at >= 0);
}

it.each(['pipeline', 'speech-to-speech'] as const)(
  'in a %s what was over before something else began stands before it, and time never goes back',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 10 }),
        fc.array(answer, { maxLength: 8 }),
        fc.boolean(),
        async (acts, answers, collectsKeys) => {
          vi.clearAllTimers();
          const observed = new Observed(kinds[kind](answers, collectsKeys));
          const { talk } = observed;
          await talk.mediaStarts();
          await talk.advance(600);
          for (const one of acts) {
            if (one.does === 'wait') await talk.advance(one.ms);
            else if (one.does === 'speak') await observed.speaks(one.ms, one.isNoisy);
            else if (one.does === 'press') await observed.presses(one.leadMs);
            else if (kind === 'pipeline') talk.ear.breaks();
          }
          await talk.untilQuiet(5000);
          const { transcript } = await talk.stops();
          const starts = transcript.map(({ startMs }) => startMs);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
          const there = placed(observed.deeds, transcript);
          for (const before of there) {
            for (const after of there) {
              // A key and what it leads to may fall into the same moment.
              const isBefore =
                before.endMs < after.beginMs ||
                (before.endMs === after.beginMs && before.isKey && !after.isKey);
              if (!isBefore) continue;
              const told = `${before.what} (${before.endMs}) → ${after.what} (${after.beginMs})`;
              expect(before.at, `${told}\n${JSON.stringify(transcript)}`).toBeLessThan(after.at);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  },
  60_000,
);
