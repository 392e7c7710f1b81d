import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProviderError } from '../kit/index.ts';
import { endOfUtterance, StreamedRecognition } from './recognition.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a recognition whose calls are played by the test. */
function recognizing() {
  const calls: { over(failure: ProviderError | null): void; isCanceled: boolean }[] = [];
  const failures: unknown[] = [];
  const recognition = new StreamedRecognition(
    'google-cloud',
    8_000,
    ({ onEnd }) => {
      const call = { over: onEnd, isCanceled: false };
      calls.push(call);
      const cancel = () => {
        call.isCanceled = true;
      };
      return { send: () => undefined, end: () => undefined, cancel };
    },
    { onMessage: () => undefined, onEnd: (failure) => failures.push(failure) },
  );
  const say = () => {
    recognition.send(new Uint8Array(320));
    recognition.send(endOfUtterance);
  };
  return { calls, failures, recognition, say };
}

test('fails when the service does not end a stream, so that later words are not lost', () => {
  const { calls, failures, say } = recognizing();
  say();
  say();
  calls[1]!.over(null);
  vi.advanceTimersByTime(4_999);
  expect(failures).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(failures).toMatchObject([{ provider: 'google-cloud', retryable: true }]);
  expect(calls[0]!.isCanceled).toBe(true);
});

test('waits no more for streams that are over, or when it is closed', () => {
  const { calls, failures, recognition, say } = recognizing();
  say();
  calls[0]!.over(null);
  say();
  recognition.close();
  vi.advanceTimersByTime(60_000);
  expect(failures).toEqual([]);
});
