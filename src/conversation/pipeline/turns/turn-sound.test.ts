import { expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../../test/pipeline/call-with.ts';
import { delay } from '../../../platform/kernel/index.ts';
import type { TurnDetector } from '../../providers/interfaces/index.ts';

onVirtualClock();

/** A detector with the test's judgement. It keeps the lengths of the audio that it was given, in milliseconds. */
function fakeDetector(judgement: () => Promise<number>) {
  const heardMs: number[] = [];
  const turnDetector: TurnDetector = {
    name: 'fake-detector',
    audioMsMax: 8000,
    judge: ({ pcm, sampleRateHz }) => {
      heardMs.push((pcm.length * 1000) / sampleRateHz);
      return judgement();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { heardMs, turnDetector };
}

async function turnAfter(judgement: () => Promise<number>, text = 'I need a table.') {
  const { heardMs, turnDetector } = fakeDetector(judgement);
  const { call } = callWith([{ text: 'Gladly.' }], { providers: { turnDetector } });
  await call.mediaStarts();
  const { endMs } = await call.speaks(text);
  await call.untilQuiet();
  const [turn] = (await call.stops()).turns;
  return { turn, heardMs, silenceMs: turn!.endOfTurnMs! - endMs, problems: call.problems };
}

it('ends a turn that sounds finished after the usual silence, although its words do not', async () => {
  const { turn, heardMs, silenceMs } = await turnAfter(async () => 0.9, 'I would like a');
  expect(turn?.endedBy).toBe('finished-sound');
  expect(silenceMs).toBeLessThan(350);
  expect(heardMs).toEqual([280]);
});

it('waits longer after a turn that sounds unfinished', async () => {
  const { turn, silenceMs } = await turnAfter(async () => 0.1);
  expect([turn?.endedBy, silenceMs]).toEqual(['unfinished-sound', 1550]);
});

it('decides by the words when the detector fails or is slow', async () => {
  const failed = await turnAfter(() => Promise.reject(new Error('no memory')));
  expect(failed.turn?.endedBy).toBe('silence');
  const slow = await turnAfter(async () => {
    await delay(5000);
    return 0.1;
  });
  expect(slow.turn?.endedBy).toBe('silence');
  expect(slow.silenceMs).toBeLessThan(240 + 300 + 50);
});

it('is not asked again after three failures in a row, which are reported once', async () => {
  const { heardMs, turnDetector } = fakeDetector(() => Promise.reject(new Error('no memory')));
  const { call } = callWith([], { providers: { turnDetector } });
  await call.mediaStarts();
  for (let turn = 0; turn < 5; turn++) {
    await call.speaks('I need a table.');
    await call.untilQuiet();
  }
  expect(heardMs).toHaveLength(3);
  expect(call.problems).toEqual(['the turn detector fake-detector failed']);
  await call.stops();
});

it('judges the last pause of a turn, and hears all of its speech', async () => {
  let judgement = 0.1;
  const { heardMs, turnDetector } = fakeDetector(async () => judgement);
  const { call } = callWith([{ text: 'Gladly.' }], { providers: { turnDetector } });
  await call.mediaStarts();
  await call.speaks('I need a table');
  await call.advance(500);
  judgement = 0.9;
  const { endMs } = await call.speaks('for four');
  await call.untilQuiet();
  expect(heardMs).toEqual([280, 560]);
  const { turns } = await call.stops();
  expect(turns).toMatchObject([{ endedBy: 'finished-sound' }]);
  expect(turns[0]!.endOfTurnMs! - endMs).toBeLessThan(350);
  expect(call.said).toEqual(['user: I need a table', 'user: for four', 'bot: Gladly.']);
});
