import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventStream } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function textOf(stream: EventStream): Promise<string> {
  let text = '';
  for await (const chunk of stream.body().chunks) text += chunk;
  return text;
}

const isStillAllowed = async () => true;

test('sends a sign every 15 s on a quiet stream only', async () => {
  const stream = new EventStream({ isStillAllowed, msMax: 60_000, sign: () => 'id: 7\n\n' });
  await vi.advanceTimersByTimeAsync(14_000);
  stream.send('data: 1\n\n');
  await vi.advanceTimersByTimeAsync(14_000);
  stream.send('data: 2\n\n');
  await vi.advanceTimersByTimeAsync(32_000);
  expect(await textOf(stream)).toBe('retry: 3000\n\ndata: 1\n\ndata: 2\n\nid: 7\n\nid: 7\n\n');
});

test('cuts off a reader that takes nothing, after what was sent before', async () => {
  const stream = new EventStream({ isStillAllowed, msMax: 60_000 });
  for (let i = 0; i < 11; i++) stream.send(`data: ${'x'.repeat(99_990)}\n\n`);
  expect(stream.isOver).toBe(true);
  stream.send('data: more\n\n');
  const text = await textOf(stream);
  expect(text.split('\n\n').filter((block) => block.startsWith('data'))).toHaveLength(10);
});

test('makes a sender of large amounts wait for the reader', async () => {
  const stream = new EventStream({ isStillAllowed, msMax: 60_000 });
  const readable = stream.body().chunks as Readable;
  stream.send(`data: ${'x'.repeat(100_000)}\n\n`);
  let isRead = false;
  const waiting = stream.whenRead().then(() => {
    isRead = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isRead).toBe(false);
  while (readable.read() !== null);
  await waiting;
  stream.send(`data: ${'x'.repeat(100_000)}\n\n`);
  const closed = stream.whenRead();
  readable.destroy();
  await closed;
});

test.each([
  ['is refused', async () => false],
  ['cannot be asked about', () => Promise.reject(new Error('away'))],
])('ends within a second when the credential %s', async (_what, isStillAllowed) => {
  const stream = new EventStream({ isStillAllowed, msMax: 60_000 });
  const onClose = vi.fn();
  stream.onClose(onClose);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stream.isOver).toBe(true);
  expect(await textOf(stream)).toBe('retry: 3000\n\n');
  expect(onClose).toHaveBeenCalledOnce();
});
