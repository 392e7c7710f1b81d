import { describe, expect, test } from 'vitest';
import type { TranscriptEvent } from '../interfaces/index.ts';
import { AudioClock } from '../kit/index.ts';
import { TurnAssembler } from '../live-transcription/index.ts';
import { turnReader } from './flux.ts';
import { type FixtureWord, turnInfo } from './flux-fixtures.ts';

const sampleRateHz = 8_000;
const words: FixtureWord[] = [
  ['A', 0.32, 0.4],
  ['table', 0.4, 0.88],
  ['for', 2.08, 2.24],
  ['four.', 2.24, 2.56],
];
const pause = words.slice(0, 2);

/** Returns an assembler whose service has received the audio from 10 s to 20 s of the line. */
function assembler(): TurnAssembler {
  const clock = new AudioClock(sampleRateHz);
  clock.sent(10 * sampleRateHz, 10_000);
  return new TurnAssembler(turnReader(clock));
}

const summaryOf = (events: readonly TranscriptEvent[]) =>
  events.map((event) =>
    'text' in event ? [event.type, event.text, event.startMs, event.endMs] : [event.type, event.atMs],
  );

describe('the turns of Flux', () => {
  test('emits new words, the likely end, and the whole turn at its end', () => {
    const flux = assembler();
    expect(flux.take(turnInfo('Update', [['A', 0.32, 0.4]], [0, 0.48]))).toEqual([]);
    const events = [
      turnInfo('StartOfTurn', [['A', 0.32, 0.4]], [0, 0.72]),
      turnInfo('Update', [['A', 0.32, 0.4]], [0, 0.96]),
      turnInfo('EagerEndOfTurn', pause, [0, 1.2]),
      turnInfo('Update', pause, [0, 1.44]),
    ].flatMap((message) => flux.take(message));
    expect(summaryOf(events)).toEqual([
      ['partial', 'A', 10_320, 10_400],
      ['partial', 'A table', 10_320, 10_880],
      ['turn-likely', 10_880],
    ]);
    expect(flux.finish(10_900)).toEqual([]);
    expect(flux.isFinishing).toBe(true);
    expect(summaryOf(flux.take(turnInfo('EndOfTurn', pause, [0, 1.52])))).toEqual([
      ['final', 'A table', 10_320, 10_900],
      ['turn-ended', 10_880],
    ]);
    expect(flux.isFinishing).toBe(false);
  });

  test('makes the words so far final after the wait, and does not repeat them', () => {
    const flux = assembler();
    flux.take(turnInfo('StartOfTurn', pause, [0, 0.96]));
    flux.take(turnInfo('EagerEndOfTurn', pause, [0, 1.2]));
    flux.finish(10_900);
    // The caller continues before the wait is over.
    const begun: FixtureWord[] = [...pause, ['fo', 2.08, 2.16]];
    expect(summaryOf(flux.take(turnInfo('TurnResumed', begun, [0, 2.16])))).toEqual([
      ['turn-resumed', 12_160],
      ['partial', 'A table fo', 10_320, 12_160],
    ]);
    expect(summaryOf(flux.conclude())).toEqual([['final', 'A table', 10_320, 10_900]]);
    // The positions of the first words have shifted.
    const shifted: FixtureWord[] = [['A', 0.32, 0.48], ['table', 0.48, 0.96], ...words.slice(2)];
    expect(summaryOf(flux.take(turnInfo('Update', shifted, [0, 2.64])))).toEqual([
      ['partial', 'for four.', 12_080, 12_560],
    ]);
    flux.finish(12_600);
    expect(summaryOf(flux.take(turnInfo('EndOfTurn', shifted, [0, 3.04])))).toEqual([
      ['final', 'for four.', 12_080, 12_600],
      ['turn-ended', 12_560],
    ]);
  });

  test('reports no end for a turn whose words were all final before', () => {
    const flux = assembler();
    flux.take(turnInfo('StartOfTurn', pause, [0, 0.96]));
    flux.finish(10_900);
    expect(flux.conclude()).toHaveLength(1);
    expect(flux.take(turnInfo('EagerEndOfTurn', pause, [0, 4]))).toEqual([]);
    expect(flux.take(turnInfo('TurnResumed', pause, [0, 4.5]))).toEqual([]);
    expect(flux.take(turnInfo('EndOfTurn', pause, [0, 5]))).toEqual([]);
  });

  test('keeps words that the service recognizes after the wait', () => {
    const flux = assembler();
    flux.take(turnInfo('StartOfTurn', pause.slice(0, 1), [0, 0.48]));
    flux.finish(10_900);
    expect(flux.conclude()).toMatchObject([{ text: 'A' }]);
    expect(flux.take(turnInfo('EndOfTurn', pause, [0, 1.52]))).toMatchObject([
      { type: 'final', text: 'table' },
      { type: 'turn-ended' },
    ]);
  });

  test('counts the final words of services without positions', () => {
    const flux = assembler();
    const bare = words.map(([word]): FixtureWord => [word]);
    flux.take(turnInfo('StartOfTurn', bare.slice(0, 2), [0, 0.96]));
    flux.finish(10_900);
    expect(summaryOf(flux.conclude())).toEqual([['final', 'A table', 10_000, 10_960]]);
    expect(summaryOf(flux.take(turnInfo('EndOfTurn', bare, [0, 3.04])))).toEqual([
      ['final', 'for four.', 10_000, 13_040],
      ['turn-ended', 13_040],
    ]);
  });

  test('concludes an utterance whose turn ended before the line noticed', () => {
    const flux = assembler();
    flux.take(turnInfo('StartOfTurn', pause, [0, 0.96]));
    expect(flux.take(turnInfo('EndOfTurn', pause, [0, 1.28]))).toHaveLength(2);
    expect(summaryOf(flux.finish(11_000))).toEqual([['final', '', 11_000, 11_000]]);
    expect(flux.isFinishing).toBe(false);
  });

  test('concludes noise without words once the service has heard it', () => {
    const flux = assembler();
    flux.finish(11_000);
    expect(flux.take(turnInfo('Update', [], [0, 1.2]))).toEqual([]);
    expect(flux.take(turnInfo('Update', [['Uh', 0.9, 1]], [0, 1.44]))).toEqual([]);
    expect(summaryOf(flux.take(turnInfo('Update', [], [0, 1.68])))).toEqual([['final', '', 11_000, 11_000]]);
  });

  test('takes back words that the service drops', () => {
    const flux = assembler();
    flux.take(turnInfo('StartOfTurn', [['Uh', 0.9, 1]], [0, 1.2]));
    expect(summaryOf(flux.take(turnInfo('EndOfTurn', [], [0, 2])))).toEqual([['final', '', 12_000, 12_000]]);
  });

  test('leaves an utterance that finished after the turn to the next one', () => {
    const flux = assembler();
    flux.take(turnInfo('StartOfTurn', pause, [0, 0.96]));
    flux.finish(10_900);
    flux.finish(12_600);
    expect(flux.take(turnInfo('EndOfTurn', pause, [0, 1.52]))[0]).toMatchObject({ endMs: 10_900 });
    expect(flux.isFinishing).toBe(true);
    flux.take(turnInfo('StartOfTurn', words.slice(2), [1.52, 2.48]));
    const ended = flux.take(turnInfo('EndOfTurn', words.slice(2), [1.52, 3.04]));
    expect(ended[0]).toMatchObject({ text: 'for four.', endMs: 12_600 });
  });
});
