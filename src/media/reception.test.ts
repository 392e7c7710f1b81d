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

test('jitter is the smoothed change of the transit time, and a clock that is set is none', () => {
  const reception = new Reception();
  reception.count(1, 0);
  for (let n = 0; n < 400; n++) reception.time(n * 20 + (n % 2) * 10, n * 20);
  expect(reception.jitterMs).toBeCloseTo(10, 1);
  reception.time(400 * 20, 1_000_000);
  expect(reception.jitterMs).toBeCloseTo(10, 1);
  expect(reception.report(8_000)?.jitter).toBeCloseTo(80, 0);
});

test('a report tells the fraction lost since the one before it', () => {
  const reception = countAll([0, 1, 3, 4]);
  expect(reception.report(8_000)).toMatchObject({
    fractionLost: 51,
    packetsLost: 1,
    highestSequenceNumber: 4,
  });
  countAll([5, 6, 7], 1, reception);
  expect(reception.report(8_000)).toMatchObject({
    fractionLost: 0,
    packetsLost: 1,
    highestSequenceNumber: 7,
  });
  expect(new Reception().report(8_000)).toBeNull();
});
