import { expect, it } from 'vitest';
import { onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { FakeTranscriber } from '../../../test/pipeline/fake-transcriber.ts';
import { TestCall } from '../../../test/pipeline/test-call.ts';
import type { ExpectedEntry } from '../providers/interfaces/index.ts';

onVirtualClock();

/** Starts a call whose transcriber ends turns, with a model that has asked for `entry`. */
async function callThatAsks(entry: ExpectedEntry | null) {
  const { model, asked } = fakeModel(() => ({ text: 'Thank you.' }), { expectedEntry: () => entry });
  const call = new TestCall({
    transcriber: new FakeTranscriber(true),
    providers: { languageModel: [model] },
    agent: { droppedAnswersMax: 3 },
  });
  await call.mediaStarts();
  /** Lets the caller speak, and the transcriber end the turn 100 ms after the end of the speech was detected. */
  const says = async (text: string) => {
    const { endMs } = await call.speaks(text);
    await call.advance(60);
    call.transcriber.emits({ type: 'turn-likely', atMs: endMs });
    await call.advance(40);
    call.transcriber.emits({ type: 'turn-ended', atMs: endMs });
    await call.advance(20);
  };
  return { call, asked, says };
}

it('waits for the rest of an entry although the transcriber ends the turn', async () => {
  const { call, asked, says } = await callThatAsks({ kind: 'digits', lengthMin: 7, lengthMax: 7 });
  await says('it is 555');
  await call.advance(1200);
  expect(asked).toEqual([]);
  await says('1234');
  await call.untilQuiet();
  expect(asked.map((request) => inShort(request))).toEqual([['user: it is 555 1234']]);
  const { turns } = await call.stops();
  expect(turns.map(({ endedBy, droppedAnswers }) => [endedBy, droppedAnswers])).toEqual([['transcriber', 0]]);
});

it.each([
  ['an entry of which digits are missing', 'it is 555', { kind: 'digits', lengthMin: 7, lengthMax: 7 }, 1800],
  ['a spelled name', 'S M I', { kind: 'spelled', lengthMin: 2, lengthMax: 40 }, 1100],
  ['an address', 'j dot smith at example', null, 1800],
  ['a number', 'the number is 555', null, 700],
] as [string, string, ExpectedEntry | null, number][])(
  'answers %s after its own silence when the caller says no more',
  async (_, text, entry, waitMs) => {
    const { call, says } = await callThatAsks(entry);
    await says(text);
    await call.untilQuiet();
    const { turns } = await call.stops();
    expect(turns.map(({ endedBy }) => endedBy)).toEqual(['open-entry']);
    expect(turns[0]!.endOfTurnMs! - turns[0]!.speechEndMs!).toBe(waitMs);
  },
);

it.each([
  ['a complete entry', 'it is 555 1234', { kind: 'digits', lengthMin: 7, lengthMax: 7 }],
  ['other words', 'I do not know.', { kind: 'digits', lengthMin: 7, lengthMax: 7 }],
  ['words that no entry was asked for', 'A table for two.', null],
] as [string, string, ExpectedEntry | null][])(
  'takes the end of the turn from the transcriber after %s',
  async (_, text, entry) => {
    const { call, asked, says } = await callThatAsks(entry);
    await says(text);
    expect(asked).toHaveLength(1);
    const { turns } = await call.stops();
    expect(turns.map(({ endedBy }) => endedBy)).toEqual(['transcriber']);
  },
);
