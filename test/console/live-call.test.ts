import { describe, expect, test } from 'vitest';
import { afterCallEvent, type CallEvent, shownCall } from '../../console/src/features/calls/live-call.ts';

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
  test('has each entry once, however often it is told, and loses what was taken back', () => {
    const events: CallEvent[] = [entry(0, 'One'), entry(0, 'One'), entry(1, 'Two'), entry(1, 'Two.')];
    const told = events.reduce(afterCallEvent, callSaying());
    expect(words(told)).toEqual(['One', 'Two.']);
    expect(words(afterCallEvent(told, { type: 'removed', from: 1 }))).toEqual(['One']);
  });

  test('keeps what its stream told when an older answer comes late, and what is told then stands behind it', () => {
    const told = afterCallEvent(callSaying('One'), entry(1, 'Two'));
    const late = { ...callSaying('One'), summary: 'of the record' } as Call;
    expect(words(shownCall(late, told))).toEqual(['One', 'Two']);
    expect(shownCall(late, told).summary).toBe('of the record');
    expect(words(shownCall(late, afterCallEvent(told, entry(2, 'Three'))))).toEqual(['One', 'Two', 'Three']);
  });

  test('is what the record says when it is over, when its stream is away, and when it is another one', () => {
    const told = callSaying('Told');
    const record = callSaying('Told', 'At the end');
    const ended = { ...record, endedAt: '2026-11-22T09:00:00.000Z' };
    expect(shownCall(ended, told)).toBe(ended);
    expect(shownCall(record, null)).toBe(record);
    const other = { ...record, callId: 'call_2' };
    expect(shownCall(other, told)).toBe(other);
  });
});
