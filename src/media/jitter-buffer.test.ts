import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JitterBuffer } from './jitter-buffer.ts';

/** Octet n stands for sample n, so that a sample tells the packet it came from; 0 is silence. */
const table = Int16Array.from({ length: 256 }, (_, n) => n);

function put(buffer: JitterBuffer, timestamp: number, octet: number, length = 160) {
  return buffer.put(timestamp, new Uint8Array(length).fill(octet), 0, length, table);
}

/** The packets heard in each of `tickCount` ticks. */
function take(buffer: JitterBuffer, tickCount: number): number[] {
  const frame = new Int16Array(160);
  return Array.from({ length: tickCount }, () => {
    buffer.take(frame);
    expect(new Set(frame).size).toBe(1);
    return frame[0]!;
  });
}

test('the first packet is heard 40 ms later, and what is not there is silent', () => {
  const buffer = new JitterBuffer();
  expect(take(buffer, 2)).toEqual([0, 0]);
  put(buffer, 5_000, 1);
  put(buffer, 5_320, 3);
  expect(take(buffer, 6)).toEqual([0, 0, 1, 0, 3, 0]);
});

test('reordered packets are put in order, doubled and late ones dropped', () => {
  const buffer = new JitterBuffer();
  put(buffer, 0, 1);
  put(buffer, 480, 4);
  expect(put(buffer, 320, 3)).toBe('buffered');
  expect(put(buffer, 320, 9)).toBe('duplicate');
  expect(take(buffer, 4)).toEqual([0, 0, 1, 0]);
  expect(put(buffer, 160, 2)).toBe('late');
  expect(take(buffer, 3)).toEqual([3, 4, 0]);
});

test('timestamps may wrap round', () => {
  const buffer = new JitterBuffer();
  put(buffer, 2 ** 32 - 160, 1);
  put(buffer, 0, 2);
  expect(take(buffer, 5)).toEqual([0, 0, 1, 2, 0]);
});

test('packets of any length are cut into ticks', () => {
  const buffer = new JitterBuffer();
  put(buffer, 0, 1, 480);
  put(buffer, 480, 2, 80);
  put(buffer, 560, 2, 80);
  expect(take(buffer, 6)).toEqual([0, 0, 1, 1, 1, 2]);
});

test('a network that became slower loses nothing that comes in order', () => {
  const buffer = new JitterBuffer();
  put(buffer, 0, 1);
  expect(take(buffer, 8)).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
  put(buffer, 160, 2);
  put(buffer, 320, 3);
  expect(take(buffer, 5)).toEqual([0, 0, 2, 3, 0]);
});

test('delay that is no longer needed goes away again', () => {
  const buffer = new JitterBuffer();
  for (let n = 0; n < 10; n++) put(buffer, n * 160, 1);
  for (let n = 10; n < 2_000; n++) {
    take(buffer, 1);
    put(buffer, n * 160, 1);
  }
  expect(buffer.depth).toBeLessThanOrEqual(5 * 160);
});

test('a sender that sets its clock back is heard again after a second', () => {
  const buffer = new JitterBuffer();
  put(buffer, 1_000_000, 1);
  take(buffer, 10);
  let result = '';
  for (let n = 0; n < 50; n++) result = put(buffer, 5_000 + n * 160, 2);
  expect(result).toBe('buffered');
  expect(take(buffer, 3)).toEqual([0, 0, 2]);
});

test('a jump ahead starts over, and nothing grows', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.nat(5_000))), (packets) => {
      const buffer = new JitterBuffer();
      for (const [timestamp, length] of packets) {
        put(buffer, timestamp, 1, length);
        expect(buffer.depth).toBeLessThanOrEqual(4_096);
      }
    }),
  );
});

test('nothing is heard twice or out of order, and all that comes within 40 ms is heard', () => {
  const journey = fc.record({
    lost: fc.boolean(),
    delayTicks: fc.integer({ min: 0, max: 8 }),
    doubled: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(journey, { minLength: 1, maxLength: 45 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      (journeys, jitterTicks, firstTimestamp) => {
        const buffer = new JitterBuffer();
        const heard: number[] = [];
        for (let tick = 0; tick < journeys.length + 40; tick++) {
          journeys.forEach(({ lost, delayTicks, doubled }, n) => {
            if (lost || n + Math.min(delayTicks, jitterTicks) !== tick) return;
            for (let copies = doubled ? 2 : 1; copies > 0; copies--) {
              put(buffer, (firstTimestamp + n * 160) % 2 ** 32, n + 1);
            }
          });
          heard.push(...take(buffer, 1).filter((packet) => packet !== 0));
        }
        for (let i = 1; i < heard.length; i++) expect(heard[i]!).toBeGreaterThan(heard[i - 1]!);
        const sent = journeys.flatMap(({ lost }, n) => (lost ? [] : [n + 1]));
        if (jitterTicks <= 1) expect(heard).toEqual(sent);
        else expect(sent).toEqual(expect.arrayContaining(heard));
      },
    ),
    { numRuns: 500 },
  );
});
