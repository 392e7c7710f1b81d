import { expect, test } from 'vitest';
import { Reception } from './reception.ts';

function countAll(sequenceNumbers: number[], ssrc = 1, reception = new Reception()): Reception {
  for (const sequenceNumber of sequenceNumbers) reception.count(ssrc, sequenceNumber);
  return reception;
}

test('missing packets are lost, reordered ones are not, across the wrap of the sequence number', () => {
  expect(countAll([65_533, 65_535, 65_534, 0, 3, 2]).packetsLost).toBe(1);
  expect(countAll([10, 11, 11, 12]).packetsLost).toBe(0);
});

test('each source is counted for itself', () => {
  const reception = countAll([10, 12]);
  expect(reception.count(2, 5_000)).toBe(true);
  expect(reception.count(2, 5_002)).toBe(false);
  expect(reception).toMatchObject({ packetsReceived: 4, packetsLost: 2 });
});
