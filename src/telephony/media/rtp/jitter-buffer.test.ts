import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableDecoder } from '../codec/decoder.ts';
import { JitterBuffer } from './jitter-buffer.ts';

/** Octet n decodes to sample n × 256, so that a sample identifies its packet. */
const decoder = tableDecoder(Int16Array.from({ length: 256 }, (_, n) => n * 256));
const open = () => new JitterBuffer(8_000, 8_000);

function put(
  buffer: JitterBuffer,
  timestamp: number,
  octet: number,
  length = 160,
  nowMs = (timestamp | 0) / 8,
) {
  return buffer.put(timestamp, new Uint8Array(length).fill(octet), 0, length, decoder, nowMs);
}

/** Returns the packet heard in each of `tickCount` ticks, by its end; 0 for silence and concealed audio. */
function take(buffer: JitterBuffer, tickCount: number): number[] {
  const frame = new Int16Array(160);
  return Array.from({ length: tickCount }, () => {
    buffer.take(frame);
    const isSteady = frame.subarray(100).every((sample) => sample === frame[159]);
    return isSteady ? frame[159]! / 256 : 0;
  });
}

test('the first packet is heard 40 ms later, and a missing one is concealed', () => {
  const buffer = open();
  expect(take(buffer, 2)).toEqual([0, 0]);
  put(buffer, 5_000, 10);
  put(buffer, 5_320, 30);
  expect(take(buffer, 3)).toEqual([0, 0, 10]);
  expect(buffer.concealedMs).toBe(0);
  const invented = new Int16Array(160);
  buffer.take(invented);
  expect(invented[0]).toBe(2_560);
  expect(Math.abs(invented[159]!)).toBeLessThan(2_560);
  expect(take(buffer, 1)).toEqual([30]);
  expect(buffer.concealedMs).toBe(20);
  take(buffer, 3);
  expect(take(buffer, 1)).toEqual([0]);
  expect(buffer.concealedMs).toBe(80);
});

test('reordered packets are put in order, duplicates and late ones are dropped', () => {
  const buffer = open();
  put(buffer, 0, 1);
  put(buffer, 480, 4);
  expect(put(buffer, 320, 3)).toBe('buffered');
  expect(put(buffer, 320, 9)).toBe('duplicate');
  expect(take(buffer, 4)).toEqual([0, 0, 1, 0]);
  expect(put(buffer, 160, 2)).toBe('late');
  expect(take(buffer, 3)).toEqual([3, 4, 0]);
  expect(buffer.packetsLate).toBe(1);
});

test('timestamps may wrap round', () => {
  const buffer = open();
  put(buffer, 2 ** 32 - 160, 1);
  put(buffer, 0, 2);
  expect(take(buffer, 4)).toEqual([0, 0, 1, 2]);
});

test('packets of any length are cut into ticks', () => {
  const buffer = open();
  put(buffer, 0, 1, 480);
  put(buffer, 480, 2, 80);
  put(buffer, 560, 2, 80);
  expect(take(buffer, 6)).toEqual([0, 0, 1, 1, 1, 2]);
});

test('a network that becomes slower loses no packet that comes in order', () => {
  const buffer = open();
  put(buffer, 0, 1);
  expect(take(buffer, 8)[2]).toBe(1);
  put(buffer, 160, 2);
  put(buffer, 320, 3);
  expect(take(buffer, 3)).toEqual([0, 2, 3]);
});

test('a sender that sets its clock back is heard again after a second', () => {
  const buffer = open();
  put(buffer, 1_000_000, 1);
  take(buffer, 10);
  let result = '';
  for (let n = 0; n < 50; n++) result = put(buffer, 5_000 + n * 160, 2, 160, 125_000 + n * 20);
  expect(result).toBe('buffered');
  expect(take(buffer, 3)).toContain(2);
});

test('memory is bounded for any timestamps and lengths', () => {
  const packet = fc.tuple(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.nat(1_500), fc.nat(3));
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 200 }), (packets) => {
      const buffer = open();
      for (const [timestamp, length, ticks] of packets) {
        put(buffer, timestamp, 1, length);
        expect(buffer.depthMs).toBeLessThanOrEqual(2_000);
        take(buffer, ticks);
      }
    }),
  );
});

test('audio is heard in order, and a jitter within 40 ms loses none', () => {
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
        const buffer = open();
        const heard: number[] = [];
        for (let tick = 0; tick < journeys.length + 40; tick++) {
          journeys.forEach(({ lost, delayTicks, doubled }, n) => {
            if (lost || n + Math.min(delayTicks, jitterTicks) !== tick) return;
            for (let copies = doubled ? 2 : 1; copies > 0; copies--) {
              put(buffer, (firstTimestamp + n * 160) % 2 ** 32, n + 1, 160, tick * 20);
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

/** Simulates a network. `journeyMs` returns the journey of packet n or `null`; the sender's clock is off by `skew`. */
function simulate(journeyMs: (n: number) => number | null, { seconds = 60, skew = 0 } = {}) {
  const buffer = open();
  const arrivals = Array.from({ length: seconds * 50 }, (_, n) => {
    const journey = journeyMs(n);
    return { n, atMs: journey === null ? Number.POSITIVE_INFINITY : n * 20 * (1 - skew) + journey };
  }).sort((a, b) => a.atMs - b.atMs);
  let next = 0;
  for (let tick = 0; tick < seconds * 50; tick++) {
    for (; next < arrivals.length && arrivals[next]!.atMs <= tick * 20; next++) {
      const { n, atMs } = arrivals[next]!;
      // Half of the time is silence, in which the delay may change.
      put(buffer, n * 160, n % 100 < 50 ? 0 : 100, 160, atMs);
    }
    take(buffer, 1);
  }
  return buffer;
}

/** Returns a generator of values from 0 to 1, the same at every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test('the delay follows the network: short when it is even, longer when it is not, and short again', () => {
  const even = simulate(() => 5);
  expect(even.delayMeanMs).toBeLessThan(45);
  expect(even.packetsLate).toBe(0);
  const values = random(1);
  const uneven = simulate(() => 5 + 80 * values());
  expect(uneven.packetsLate).toBeLessThan(60);
  expect(uneven.delayMeanMs).toBeGreaterThan(40);
  expect(uneven.delayMeanMs).toBeLessThan(120);
  const calming = random(2);
  const calm = simulate((n) => (n < 500 ? 5 + 150 * calming() : 5));
  expect(calm.depthMs).toBeLessThanOrEqual(80);
});

test('a sender whose timestamps ignore a pause is soon heard as promptly as before', () => {
  for (const pauseMs of [150, 400, 1_900]) {
    const buffer = simulate((n) => (n < 500 ? 5 : 5 + pauseMs), { seconds: 30 });
    expect(buffer.depthMs).toBeLessThanOrEqual(60);
    expect(buffer.delayMeanMs).toBeLessThan(80);
  }
});

test('drifting clocks are compensated, both ways', () => {
  for (const skew of [0.001, -0.001]) {
    const buffer = simulate(() => 5, { seconds: 120, skew });
    expect(buffer.depthMs).toBeLessThanOrEqual(100);
    expect(buffer.packetsLate).toBeLessThanOrEqual(12);
  }
});

test('lost audio is concealed except for the longest gaps', () => {
  const values = random(3);
  let lost = 0;
  const buffer = simulate((n) => {
    const isLost = n % 100 >= 50 && values() < 0.1;
    if (isLost) lost++;
    return isLost ? null : 5;
  });
  expect(buffer.concealedMs).toBeGreaterThan(lost * 20 * 0.8);
  expect(buffer.concealedMs).toBeLessThanOrEqual(lost * 20 + 200);
});
