import { describe, expect, test } from 'vitest';
import { afterCallEvent, type CallEvent, mergeStreamed } from '../../console/src/features/calls/live-call.ts';

type Call = Parameters<typeof afterCallEvent>[0];

const said = (message: string) => ({ role: 'bot', message }) as Call['transcript'][number];
const callSaying = (...messages: string[]) =>
  ({
    ...{ callId: 'call_1', endedAt: null, summary: null },
    ...{ transcript: messages.map(said), turns: [] },
  }) as unknown as Call;
const words = ({ transcript }: Call) => transcript.map(({ message }) => message);
const entry = (index: number, message: string): CallEvent => ({ type: 'entry', index, entry: said(message) });

describe('a live call', () => {
  test('has each entry once, however often it is repeated, and drops removed entries', () => {
    const events: CallEvent[] = [entry(0, 'One'), entry(0, 'One'), entry(1, 'Two'), entry(1, 'Two.')];
    const streamed = events.reduce(afterCallEvent, callSaying());
    expect(words(streamed)).toEqual(['One', 'Two.']);
    expect(words(afterCallEvent(streamed, { type: 'removed', from: 1 }))).toEqual(['One']);
  });

  test('keeps streamed entries when an older answer arrives late, and appends later ones', () => {
    const streamed = afterCallEvent(callSaying('One'), entry(1, 'Two'));
    const late = { ...callSaying('One'), summary: 'of the record' } as Call;
    expect(words(mergeStreamed(late, streamed))).toEqual(['One', 'Two']);
    expect(mergeStreamed(late, streamed).summary).toBe('of the record');
    expect(words(mergeStreamed(late, afterCallEvent(streamed, entry(2, 'Three'))))).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });

  test('is the record when the call has ended, when the stream is lost, and when it is another call', () => {
    const streamed = callSaying('Streamed');
    const record = callSaying('Streamed', 'At the end');
    const ended = { ...record, endedAt: '2026-11-22T09:00:00.000Z' };
    expect(mergeStreamed(ended, streamed)).toBe(ended);
    expect(mergeStreamed(record, null)).toBe(record);
    const other = { ...record, callId: 'call_2' };
    expect(mergeStreamed(other, streamed)).toBe(other);
  });
});
