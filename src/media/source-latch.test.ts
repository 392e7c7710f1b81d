import { expect, test } from 'vitest';
import { SourceLatch } from './source-latch.ts';

const signalled = { address: '192.0.2.1', port: 4_000 };
const mapped = { address: '198.51.100.7', port: 61_000 };
const intruder = { address: '203.0.113.9', port: 4_000 };

function accepts(latch: SourceLatch, { address, port }: typeof signalled): boolean {
  return latch.accept(address, port);
}

test('nothing is heard before the signalling', () => {
  const latch = new SourceLatch();
  expect(accepts(latch, signalled)).toBe(false);
  expect(latch.destination).toBeNull();
});

test('the first source is kept, and packets go back to it', () => {
  const latch = new SourceLatch();
  latch.signal(signalled);
  expect(latch.destination).toEqual(signalled);
  expect(accepts(latch, mapped)).toBe(true);
  expect(accepts(latch, intruder)).toBe(false);
  expect(accepts(latch, { ...mapped, port: 61_001 })).toBe(false);
  expect(latch.destination).toEqual(mapped);
});

test('the signalled address takes over from whoever was quicker, and then nobody does', () => {
  const latch = new SourceLatch();
  latch.signal(signalled);
  expect(accepts(latch, intruder)).toBe(true);
  expect(accepts(latch, signalled)).toBe(true);
  expect(accepts(latch, intruder)).toBe(false);
  expect(latch.destination).toEqual(signalled);
});

test('a source that cannot be answered is not latched to', () => {
  const latch = new SourceLatch();
  latch.signal(signalled);
  expect(accepts(latch, { ...mapped, port: 0 })).toBe(false);
  expect(latch.destination).toEqual(signalled);
});

test('only another address in the signalling opens the latch again', () => {
  const latch = new SourceLatch();
  latch.signal(signalled);
  accepts(latch, mapped);
  latch.signal({ ...signalled });
  expect(accepts(latch, intruder)).toBe(false);
  latch.signal({ ...signalled, port: 4_002 });
  expect(latch.destination).toEqual({ ...signalled, port: 4_002 });
  expect(accepts(latch, intruder)).toBe(true);
});

test('who was heard before another address was signalled is heard again only where nobody else speaks', () => {
  const latch = new SourceLatch();
  latch.signal(signalled);
  accepts(latch, mapped);
  latch.signal({ ...signalled, port: 4_002 });
  for (let packet = 0; packet < 50; packet++) expect(accepts(latch, mapped)).toBe(false);
  expect(accepts(latch, mapped)).toBe(true);
  latch.signal({ ...signalled, port: 4_004 });
  expect(accepts(latch, mapped)).toBe(false);
  expect(accepts(latch, intruder)).toBe(true);
  // The same party behind the same address translation: it is signalled, so nothing is passed over.
  latch.signal(intruder);
  expect(accepts(latch, intruder)).toBe(true);
});

test('an IPv6 address is the same however it is written', () => {
  const latch = new SourceLatch();
  expect(latch.signal({ address: '2001:DB8:0:0::1', port: 4_000 })).toBe(true);
  expect(latch.signal({ address: '2001:db8::1', port: 4_000 })).toBe(false);
  expect(latch.accept('2001:db8::1', 4_000)).toBe(true);
  expect(latch.accept('2001:db8::2', 4_000)).toBe(false);
});

test('a socket of both families knows an IPv4 address by its place within IPv6', () => {
  const latch = new SourceLatch(true);
  latch.signal(signalled);
  expect(latch.destination).toEqual({ address: '::ffff:192.0.2.1', port: 4_000 });
  expect(latch.accept('::ffff:203.0.113.9', 4_000)).toBe(true);
  expect(latch.accept('::ffff:192.0.2.1', 4_000)).toBe(true);
  expect(latch.accept('::ffff:203.0.113.9', 4_000)).toBe(false);
  expect(latch.signal({ address: '192.0.2.1', port: 4_000 })).toBe(false);
});
