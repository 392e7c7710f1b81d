import { expect, test } from 'vitest';
import { Reception } from './reception.ts';

function countAll(sequenceNumbers: number[], ssrc = 1, reception = new Reception()): Reception {
  for (const sequenceNumber of sequenceNumbers) reception.count(ssrc, sequenceNumber, 0);
  return reception;
}

test('missing packets are lost and reordered ones are not, across the wrap of the sequence number', () => {
  expect(countAll([65_533, 65_535, 65_534, 0, 3, 2]).packetsLost).toBe(1);
  expect(countAll([10, 11, 11, 12]).packetsLost).toBe(0);
});

test('each source is counted separately', () => {
  const reception = countAll([10, 12]);
  expect(reception.count(2, 5_000, 0)).toBe(true);
  expect(reception.count(2, 5_002, 0)).toBe(false);
  expect(reception).toMatchObject({ packetsReceived: 4, packetsLost: 2 });
});

test('jitter is the smoothed change of the transit time, and a clock that is set adds none', () => {
  const reception = new Reception();
  reception.count(1, 0, 0);
  for (let n = 0; n < 400; n++) reception.time(n * 20 + (n % 2) * 10, n * 20);
  expect(reception.jitterMs).toBeCloseTo(10, 1);
  reception.time(400 * 20, 1_000_000);
  expect(reception.jitterMs).toBeCloseTo(10, 1);
  expect(reception.report(8_000)?.jitter).toBeCloseTo(80, 0);
});

test('a report holds the fraction lost since the one before it', () => {
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

test('set sequence numbers are no loss, ahead and behind, and later losses count', () => {
  const reception = countAll([10, 11, 12]);
  countAll([20_012, 20_013, 20_014, 20_016], 1, reception);
  expect(reception).toMatchObject({ packetsReceived: 7, packetsLost: 1 });
  expect(reception.report(8_000)).toMatchObject({ packetsLost: 1, highestSequenceNumber: 20_016 });
  countAll([5_000, 5_001, 5_002, 5_005], 1, reception);
  expect(reception.packetsLost).toBe(3);
});

test('a single packet far from all others is ignored', () => {
  for (const stray of [40_000, 60_000, 2_000]) {
    expect(countAll([10, 11, stray, 12, 13, 14])).toMatchObject({ packetsLost: 0, packetsExpected: 5 });
  }
});

test('a long pause allows a loss of as many packets as it could hold', () => {
  const reception = countAll([10, 11]);
  reception.count(1, 1_011, 20_000);
  expect(reception.packetsLost).toBe(999);
});
