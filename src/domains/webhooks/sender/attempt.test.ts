import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EgressOutlet } from '../../../platform/egress/index.ts';
import { attempt } from './attempt.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const message = { eventId: 'event_1', type: 'call.ended', timestamp: '2026-01-01T00:00:00.000Z', data: {} };
const target = { url: 'https://receiver.example', signers: [] };

/** A receiver that responds after this time unless aborted. */
const answersAfter = (ms: number): Pick<EgressOutlet, 'post'> => ({
  post: (_url, { signal }) =>
    new Promise((resolve, reject) => {
      setTimeout(() => resolve({ status: 200, text: 'late' }), ms);
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
});
const send = (to: Pick<EgressOutlet, 'post'>, signal = new AbortController().signal) =>
  attempt(to as EgressOutlet, target, message, { nowMs: 0, signal });

it('waits fifteen seconds for a response and no longer', async () => {
  const outcomes = Promise.all([send(answersAfter(14_999)), send(answersAfter(15_001))]);
  await vi.advanceTimersByTimeAsync(15_001);
  expect(await outcomes).toMatchObject([
    { ok: true, code: 200, text: 'late', error: null },
    { ok: false, code: null, text: null, error: 'no response within 15 s' },
  ]);
});

it('ends when it is aborted', async () => {
  const gone = new AbortController();
  const outcome = send(answersAfter(1000), gone.signal);
  gone.abort(new Error('the process stops'));
  expect(await outcome).toMatchObject({ ok: false, code: null, error: 'the process stops' });
});
