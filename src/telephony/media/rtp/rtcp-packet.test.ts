import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksLikeRtcp, middleNtp, parseRtcp, type ReportBlock, writeRtcp } from './rtcp-packet.ts';

const word = fc.nat({ max: 0xffffffff });
const block: fc.Arbitrary<ReportBlock> = fc.record({
  ssrc: word,
  fractionLost: fc.nat({ max: 255 }),
  packetsLost: fc.integer({ min: -0x800000, max: 0x7fffff }),
  highestSequenceNumber: word,
  jitter: word,
  lastSenderReport: word,
  delaySinceLastSenderReport: word,
});
const sender = fc.record({
  epochMs: fc.nat({ max: 4e12 }),
  rtpTimestamp: word,
  packetCount: word,
  octetCount: word,
});

test('a written packet parses back, and fills whole words', () => {
  const cname = fc.stringMatching(/^[a-z0-9+/]{0,40}$/);
  fc.assert(
    fc.property(
      word,
      cname,
      fc.option(sender),
      fc.option(block),
      fc.boolean(),
      (ssrc, name, info, reported, leaves) => {
        const packet = writeRtcp(ssrc, name, info, reported, leaves);
        expect(packet.length % 4).toBe(0);
        expect(looksLikeRtcp(packet)).toBe(true);
        expect(parseRtcp(packet)).toEqual({
          ssrc,
          senderReportId: info && middleNtp(info.epochMs),
          blocks: reported ? [reported] : [],
          byes: leaves ? [ssrc] : [],
        });
      },
    ),
  );
});

test('the octets are those of RFC 3550', () => {
  // 1970-01-01T00:00:00.5Z is 2208988800.5 seconds after 1900.
  const info = { epochMs: 500, rtpTimestamp: 0x01020304, packetCount: 5, octetCount: 800 };
  expect(writeRtcp(0xdeadbeef, 'ab', info, null, true).toString('hex')).toBe(
    `80c80006deadbeef83aa7e8080000000010203040000000500000320${'81ca0003deadbeef0102616200000000'}81cb0001deadbeef`,
  );
});

test('arbitrary octets never throw, and a packet without a report or with a gap is refused', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 120 }), (octets) => void parseRtcp(Buffer.from(octets))));
  fc.assert(
    fc.property(sender, block, fc.nat({ max: 120 }), fc.nat({ max: 255 }), (info, reported, at, octet) => {
      const packet = writeRtcp(1, 'name', info, reported, true);
      packet[at % packet.length] = octet;
      parseRtcp(packet);
      expect(parseRtcp(packet.subarray(0, packet.length - 1 - (at % 3)))).toBeNull();
    }),
  );
  expect(parseRtcp(Buffer.from('81ca0003deadbeef0102616200000000', 'hex'))).toBeNull();
  expect(parseRtcp(Buffer.from('82c90001deadbeef', 'hex'))).toBeNull();
});
