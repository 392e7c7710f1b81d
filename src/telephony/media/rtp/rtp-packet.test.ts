import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseRtp,
  rtpHeaderBytes,
  sequenceDistance,
  timestampDistance,
  writeRtpHeader,
} from './rtp-packet.ts';

const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const uint16 = fc.integer({ min: 0, max: 2 ** 16 - 1 });

test('a written packet parses back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 127 }),
      fc.boolean(),
      uint16,
      uint32,
      uint32,
      fc.uint8Array({ maxLength: 400 }),
      (payloadType, marker, sequenceNumber, timestamp, ssrc, payload) => {
        const packet = Buffer.alloc(rtpHeaderBytes + payload.length);
        packet.set(payload, rtpHeaderBytes);
        writeRtpHeader(packet, payloadType, marker, sequenceNumber, timestamp, ssrc);
        expect(parseRtp(packet)).toEqual({
          marker,
          payloadType,
          sequenceNumber,
          timestamp,
          ssrc,
          payloadStart: 12,
          payloadEnd: packet.length,
        });
      },
    ),
  );
});

test('arbitrary bytes parse to a payload inside the datagram, or to nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.boolean(), (bytes, makeVersion2) => {
      const datagram = Buffer.from(bytes);
      if (makeVersion2 && datagram.length > 0) datagram[0] = (datagram[0]! & 0x3f) | 0x80;
      const header = parseRtp(datagram);
      if (!header) return;
      expect(header.payloadStart).toBeGreaterThanOrEqual(rtpHeaderBytes);
      expect(header.payloadEnd).toBeGreaterThanOrEqual(header.payloadStart);
      expect(header.payloadEnd).toBeLessThanOrEqual(datagram.length);
    }),
    { numRuns: 2_000 },
  );
});

test('contributing sources, header extension and padding are not payload', () => {
  const packet = Buffer.concat([
    Buffer.from('b2080001000000a0deadbeef', 'hex'),
    Buffer.from('0000000100000002', 'hex'),
    Buffer.from('bede000101020304', 'hex'),
    Buffer.from('d5d5d5d5', 'hex'),
    Buffer.from('000003', 'hex'),
  ]);
  const header = parseRtp(packet)!;
  expect(packet.toString('hex', header.payloadStart, header.payloadEnd)).toBe('d5d5d5d5');
  expect(header).toMatchObject({ payloadType: 8, sequenceNumber: 1, timestamp: 160, ssrc: 0xdeadbeef });
});

test.each([
  ['nothing', ''],
  ['a short header', '80000001000000a0deadbe'],
  ['version 1', '40000001000000a0deadbeef00'],
  ['more contributing sources than bytes', '8f000001000000a0deadbeef00'],
  ['an extension that is cut off', '90000001000000a0deadbeefbede'],
  ['an extension longer than the datagram', '90000001000000a0deadbeefbedeffff00000000'],
  ['padding longer than the payload', 'a0000001000000a0deadbeef00ff'],
  ['padding of length zero', 'a0000001000000a0deadbeef0000'],
])('%s is not RTP', (_, hex) => {
  expect(parseRtp(Buffer.from(hex, 'hex'))).toBeNull();
});

test('distances go the short way round', () => {
  expect(timestampDistance(5, 2 ** 32 - 5)).toBe(10);
  expect(timestampDistance(2 ** 32 - 5, 5)).toBe(-10);
  expect(sequenceDistance(2, 65_534)).toBe(4);
  expect(sequenceDistance(65_534, 2)).toBe(-4);
});
