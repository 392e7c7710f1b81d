/**
 * Messages of `/v2/listen`. Their form follows the frames that Deepgram captured from the live service on 2026-07-10 and
 * published with its .NET SDK (`Deepgram.Tests/Fixtures/Flux/frames.json`), and the AsyncAPI document of 2026-07-22
 * (github.com/deepgram/deepgram-api-specs). Only tests use them.
 */

const request_id = '019f4c80-a061-72f2-9780-89f9950b1adb';

export const connected = JSON.stringify({ type: 'Connected', request_id, sequence_id: 0 });

export const fatalError = (description: string): string =>
  JSON.stringify({ type: 'Error', sequence_id: 1, code: 'INTERNAL_SERVER_ERROR', description });

type TurnEvent = 'Update' | 'StartOfTurn' | 'EagerEndOfTurn' | 'TurnResumed' | 'EndOfTurn';
/** A word with its start and end in seconds on the service's clock of received audio; without them in older versions. */
export type FixtureWord = readonly [word: string, start?: number, end?: number];

/** A `TurnInfo` message. `window` is the transcribed audio in seconds. */
export function turnInfo(
  event: TurnEvent,
  words: readonly FixtureWord[],
  window: readonly [start: number, end: number],
): Record<string, unknown> {
  return {
    type: 'TurnInfo',
    request_id,
    event,
    turn_index: 0,
    audio_window_start: window[0],
    audio_window_end: window[1],
    transcript: words.map(([word]) => word).join(' '),
    words: words.map(([word, start, end]) => ({ word, confidence: 0.9, start, end })),
    end_of_turn_confidence: event === 'EndOfTurn' ? 0.9136 : 0.4548,
    sequence_id: 1,
  };
}
