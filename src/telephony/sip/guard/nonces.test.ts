import { expect, test } from 'vitest';
import { FakeScheduler } from '../../../../test/sip/fake-network.ts';
import { Nonces } from './nonces.ts';

test('a nonce is good for rising counts, at its address, for two minutes', () => {
  const time = new FakeScheduler();
  const nonces = new Nonces(time);
  const nonce = nonces.next('192.0.2.1');
  expect([nonces.isValid(nonce, '192.0.2.1'), nonces.isValid(nonce, '192.0.2.2')]).toEqual([true, false]);
  const counts = ['00000000', '00000001', '00000001', '00000003', '00000002'];
  expect(counts.map((count) => nonces.use(nonce, count))).toEqual([false, true, false, true, false]);
  time.advance(120_001);
  expect(nonces.isValid(nonce, '192.0.2.1')).toBe(false);
});

test('a nonce whose count was forgotten cannot be replayed, and a new one is good', () => {
  const time = new FakeScheduler();
  const nonces = new Nonces(time, 3);
  const first = nonces.next('192.0.2.1');
  expect(nonces.use(first, '00000001')).toBe(true);
  for (let flood = 0; flood < 3; flood++) nonces.use(nonces.next('192.0.2.2'), '00000001');
  expect(nonces.use(first, '00000001')).toBe(false);
  time.advance(1);
  expect(nonces.use(nonces.next('192.0.2.1'), '00000001')).toBe(true);
});
