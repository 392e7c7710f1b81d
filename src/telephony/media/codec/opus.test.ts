import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { correlate } from '../../../../test/audio/correlation.ts';
import { level } from '../../../../test/audio/line.ts';
import { JitterBuffer } from '../rtp/jitter-buffer.ts';
import { loadOpus, OpusDecoder, OpusEncoder, type OpusSampleRate } from './opus.ts';
import { repeatsFormer } from './opus-packet.ts';

beforeAll(loadOpus);

/** Returns two seconds like a voice: harmonics of a moving pitch at a changing loudness. */
function voice(rateHz: number): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: 2 * rateHz }, (_, n) => {
    const seconds = n / rateHz;
    phase += (2 * Math.PI * (300 + 40 * Math.sin(2 * Math.PI * 1.3 * seconds))) / rateHz;
    const loudness = 0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * seconds);
    let sum = 0;
    for (let k = 1; k <= 12; k++) sum += Math.sin(k * phase) / k;
    return Math.round(6_000 * loudness * sum);
  });
}

/** Resolves when encoders and decoders are usable, which is the next event. */
const ready = () => new Promise<void>((resolve) => setImmediate(resolve));

async function encoded(pcm: Int16Array, rateHz: OpusSampleRate): Promise<Uint8Array[]> {
  const encoder = new OpusEncoder(rateHz);
  await ready();
  const perFrame = rateHz / 50;
  const packets: Uint8Array[] = [];
  for (let at = 0; at < pcm.length; at += perFrame) {
    const octets = new Uint8Array(200);
    const count = encoder.encode(pcm.subarray(at, at + perFrame), octets, 20);
    packets.push(octets.subarray(20, 20 + count));
  }
  encoder.free();
  return packets;
}

async function decoder(rateHz: OpusSampleRate): Promise<OpusDecoder> {
  const made = new OpusDecoder(rateHz);
  await ready();
  return made;
}

test.each([8_000, 16_000] as const)('audio at %i Hz survives encoding and decoding', async (rateHz) => {
  const signal = voice(rateHz);
  const packets = await encoded(signal, rateHz);
  const bits = packets.reduce((sum, { length }) => sum + 8 * length, 0);
  expect(bits / 2).toBeGreaterThan(12_000);
  expect(bits / 2).toBeLessThan(28_000);
  const opus = await decoder(rateHz);
  const heard = new Int16Array(signal.length);
  const piece = new Int16Array(rateHz / 50);
  for (const [n, packet] of packets.entries()) {
    expect(opus.duration(packet, 0, packet.length)).toBe(960);
    expect(opus.decode(packet, 0, packet.length, piece)).toBe(piece.length);
    heard.set(piece, n * piece.length);
  }
  opus.free();
  const middle = signal.subarray(rateHz / 2, (3 * rateHz) / 2);
  const { coefficient, lag } = correlate(heard, middle);
  expect(coefficient).toBeGreaterThan(0.93);
  // The encoder looks at most 12.5 ms ahead.
  expect(lag - rateHz / 2).toBeGreaterThanOrEqual(0);
  expect(lag - rateHz / 2).toBeLessThanOrEqual(rateHz / 80);
  // The encoder filters the lowest tones.
  expect(level(heard) / level(signal)).toBeGreaterThan(0.9);
  expect(level(heard) / level(signal)).toBeLessThan(1.05);
});

/** Sends packets through a jitter buffer of 40 ms, without those that `lose` selects, and returns its audio. */
async function through(packets: readonly Uint8Array[], lose: (n: number) => boolean) {
  const opus = await decoder(16_000);
  const buffer = new JitterBuffer(16_000, 48_000);
  const heard = new Int16Array(packets.length * 320);
  const frame = new Int16Array(320);
  for (const [n, packet] of packets.entries()) {
    if (!lose(n)) buffer.put(n * 960, packet, 0, packet.length, opus, n * 20);
    buffer.take(frame);
    heard.set(frame, n * 320);
  }
  opus.free();
  return { heard, concealedMs: buffer.concealedMs };
}

test('a single lost packet is recovered from the next, and longer gaps are concealed', async () => {
  const packets = await encoded(voice(16_000), 16_000);
  const whole = await through(packets, () => false);
  // During speech, a packet repeats the one before it.
  const isRepeated = (n: number) => repeatsFormer(packets[n + 1]!, 0, packets[n + 1]!.length);
  const lost = [15, 25, 35, 45, 55, 65, 75, 85].filter(isRepeated);
  expect(lost.length).toBeGreaterThan(4);
  const one = await through(packets, (n) => lost.includes(n));
  expect(one.concealedMs).toBe(0);
  const part = ({ heard }: { heard: Int16Array }) => heard.subarray(8_000, 24_000);
  const likeness = correlate(part(one), part(whole).subarray(400, 15_600)).coefficient;
  expect(likeness).toBeGreaterThan(0.9);
  const last = [50, 51, 52, 53, 54, 55].find(isRepeated)!;
  const three = await through(packets, (n) => n > last - 3 && n <= last);
  expect(three.concealedMs).toBe(40);
  const gone = await through(packets, (n) => n >= 50);
  expect(gone.concealedMs).toBeGreaterThan(0);
  expect(gone.concealedMs).toBeLessThanOrEqual(260);
  expect(level(gone.heard.subarray(70 * 320))).toBe(0);
});

test('arbitrary octets decode to as many samples as they declare, and later packets are heard', async () => {
  const packets = await encoded(voice(16_000), 16_000);
  const opus = await decoder(16_000);
  const pcm = new Int16Array(1_920);
  const garbage = fc.uint8Array({ maxLength: 300 });
  const damaged = fc
    .tuple(fc.nat(packets.length - 1), fc.nat(40), fc.nat(255), fc.nat(80))
    .map(([n, at, value, length]) => packets[n]!.map((it, i) => (i === at ? value : it)).subarray(0, length));
  fc.assert(
    fc.property(fc.oneof(garbage, damaged), (octets) => {
      const units = opus.duration(octets, 0, octets.length);
      expect(units).toBeGreaterThanOrEqual(0);
      expect(units).toBeLessThanOrEqual(5_760);
      if (units === 0) return;
      expect(opus.decode(octets, 0, octets.length, pcm)).toBe(units / 3);
      opus.conceal(pcm, 320, { octets, start: 0, end: octets.length });
    }),
    { numRuns: 2_000 },
  );
  for (const packet of packets.slice(0, 50)) opus.decode(packet, 0, packet.length, pcm);
  expect(level(pcm.subarray(0, 320))).toBeGreaterThan(500);
  opus.free();
  expect(opus.decode(packets[0]!, 0, packets[0]!.length, pcm)).toBe(320);
  expect(level(pcm.subarray(0, 320))).toBe(0);
});

test('freed memory is reused, also when it is freed before it is ready', async () => {
  const churn = async () => {
    for (let n = 0; n < 200; n++) {
      const made = [new OpusEncoder(16_000), new OpusDecoder(16_000)];
      if (n % 2 === 0) await ready();
      for (const it of made) it.free();
    }
    await ready();
    return process.memoryUsage().external;
  };
  const before = await churn();
  // Without reuse, the second round would add 12 MB.
  expect((await churn()) - before).toBeLessThan(4_000_000);
});
