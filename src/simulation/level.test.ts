import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tone } from '../../test/audio/signals.ts';
import { levelDb, rtpPayload, silenceDb } from './level.ts';

test('measures a full tone at -3 dB, half of it 6 dB lower, and silence as the lowest', () => {
  expect(levelDb(tone(1_000, 100, 32_767))).toBeCloseTo(-3.01, 1);
  expect(levelDb(tone(1_000, 100, 16_384))).toBeCloseTo(-9.03, 1);
  expect(levelDb(new Int16Array(160))).toBe(silenceDb);
  expect(levelDb(new Int16Array(0))).toBe(silenceDb);
});

test('finds the payload after sources and an extension, and before padding', () => {
  const packet = fc.record({
    sources: fc.integer({ min: 0, max: 15 }),
    extensionWords: fc.option(fc.integer({ min: 0, max: 5 })),
    padding: fc.integer({ min: 0, max: 20 }),
    payloadType: fc.integer({ min: 0, max: 127 }),
    payload: fc.uint8Array({ maxLength: 200 }),
  });
  fc.assert(
    fc.property(packet, ({ sources, extensionWords, padding, payloadType, payload }) => {
      const flags = (padding > 0 ? 0x20 : 0) | (extensionWords === null ? 0 : 0x10);
      const head = Buffer.alloc(12 + sources * 4);
      head[0] = 0x80 | flags | sources;
      head[1] = 0x80 | payloadType;
      const extension = Buffer.alloc(extensionWords === null ? 0 : 4 + extensionWords * 4);
      if (extensionWords !== null) extension.writeUInt16BE(extensionWords, 2);
      const datagram = Buffer.concat([head, extension, payload, Buffer.alloc(padding, padding)]);
      const found = rtpPayload(datagram);
      expect(found?.payloadType).toBe(payloadType);
      expect(Buffer.from(found?.payload ?? [])).toEqual(Buffer.from(payload));
    }),
  );
});

test('returns null or a payload within the packet for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (datagram) => {
      const found = rtpPayload(datagram);
      if (found) expect(found.payload.length).toBeLessThanOrEqual(datagram.length - 12);
      if (datagram.length < 12) expect(found).toBeNull();
    }),
  );
});
