import { expect, test } from 'vitest';
import { type Attempt, hedged } from './hedged.ts';
import { ResponseTimes } from './response-times.ts';

/** Returns an answer whose parts a test continues or fails one by one. */
function scripted(...parts: (string | Error | Promise<unknown>)[]) {
  const seen: { signal: AbortSignal | null } = { signal: null };
  const attempt: Attempt<string> = async function* (signal) {
    seen.signal = signal;
    for (const part of parts) {
      if (part instanceof Error) throw part;
      if (typeof part === 'string') yield part;
      else await Promise.race([part, aborted(signal)]);
    }
  };
  return { attempt, seen };
}

const aborted = (signal: AbortSignal) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
const never = new Promise<never>(() => undefined);

async function read(
  first: Attempt<string>,
  second: Attempt<string>,
  patienceMs: number | null,
  signal?: AbortSignal,
) {
  const parts: string[] = [];
  const times: number[] = [];
  const options = { patienceMs, signal, onTook: (ms: number) => times.push(ms) };
  for await (const part of hedged(first, second, options)) parts.push(part);
  return { text: parts.join(' '), timed: times.length };
}

test('uses the first answer alone when it starts in time', async () => {
  const [a, b] = [scripted('a1', 'a2'), scripted('b1')];
  expect(await read(a.attempt, b.attempt, 10_000)).toEqual({ text: 'a1 a2', timed: 1 });
  expect(b.seen.signal).toBeNull();
});

test('asks the second when the first is late, and uses the one that starts first', async () => {
  const [a, b] = [scripted(never, 'a1'), scripted('b1', 'b2')];
  expect(await read(a.attempt, b.attempt, 1)).toEqual({ text: 'b1 b2', timed: 1 });
  expect([a.seen.signal?.aborted, b.seen.signal?.aborted]).toEqual([true, false]);
});

test('uses a late first answer that still starts first, and aborts the second', async () => {
  const asked = Promise.withResolvers<void>();
  const a = scripted(asked.promise, 'a1', 'a2');
  const b = scripted(never);
  const second: Attempt<string> = (signal) => {
    asked.resolve();
    return b.attempt(signal);
  };
  expect(await read(a.attempt, second, 1)).toEqual({ text: 'a1 a2', timed: 1 });
  expect(b.seen.signal?.aborted).toBe(true);
});

test('waits for the first when the usual time is unknown', async () => {
  const b = scripted('b1');
  const soon = new Promise((resolve) => setTimeout(resolve, 20));
  expect((await read(scripted(soon, 'a1').attempt, b.attempt, null)).text).toBe('a1');
  expect(b.seen.signal).toBeNull();
});

test('uses the second when the first fails before it starts', async () => {
  const [one, two] = [new Error('one'), new Error('two')];
  await expect(read(scripted(one).attempt, scripted('b1').attempt, 10_000)).rejects.toBe(one);
  const asked = Promise.withResolvers<void>();
  const b = scripted('b1');
  const second: Attempt<string> = async function* (signal) {
    asked.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    yield* b.attempt(signal);
  };
  expect((await read(scripted(asked.promise, one).attempt, second, 1)).text).toBe('b1');
  const released = Promise.withResolvers<void>();
  const failing: Attempt<string> = (signal) => {
    setImmediate(released.resolve);
    return scripted(two).attempt(signal);
  };
  expect((await read(scripted(released.promise, 'a1').attempt, failing, 1)).text).toBe('a1');
});

test('aborts both when the signal aborts or the reader stops', async () => {
  const reason = new Error('hung up');
  const controller = new AbortController();
  const [a, b] = [scripted(never), scripted(never)];
  const second: Attempt<string> = (signal) => {
    setImmediate(() => controller.abort(reason));
    return b.attempt(signal);
  };
  await expect(read(a.attempt, second, 1, controller.signal)).rejects.toBe(reason);
  const [c, d] = [scripted('c1', never), scripted('d1')];
  for await (const _ of hedged(c.attempt, d.attempt, {
    patienceMs: null,
    signal: undefined,
    onTook: () => undefined,
  }))
    break;
  expect(c.seen.signal?.aborted).toBe(true);
});

test('learns the usual time from recent answers', () => {
  const times = new ResponseTimes();
  for (let n = 1; n < 20; n++) times.add(n);
  expect(times.patienceMs).toBeNull();
  times.add(1_000);
  expect(times.patienceMs).toBe(19);
  for (let n = 0; n < 100; n++) times.add(n < 90 ? 100 : 900);
  expect(times.patienceMs).toBe(900);
  for (let n = 0; n < 100; n++) times.add(9_000);
  expect(times.patienceMs).toBe(2_000);
});
