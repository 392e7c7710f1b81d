import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webAnswer } from './web-answer.ts';
import { newIceCredentials } from './web-description.ts';
import { readWebOffer } from './web-offer.ts';
import { WebDescriptionError } from './web-section.ts';

const hash = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0'))
  .join(':')
  .toUpperCase();

/** An offer as Chromium makes it, shortened. */
const lines = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS stream',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=ice-ufrag:Ab+/',
  'a=ice-pwd:0123456789012345678901+/',
  'a=ice-options:trickle',
  `a=fingerprint:sha-256 ${hash}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:63 red/48000/2',
  'a=rtpmap:110 telephone-event/48000',
  'a=rtpmap:126 telephone-event/8000',
];
const sdp = (of = lines) => `${of.join('\r\n')}\r\n`;
const without = (start: string) => lines.filter((line) => !line.startsWith(start));
const changed = (from: string, to: string) => lines.map((line) => line.replace(from, to));

test('reads the offer of a browser, and answers with Opus and its mid', () => {
  const offer = readWebOffer(sdp());
  expect(offer).toEqual({
    ...{ mid: '0', ufrag: 'Ab+/', opusPayloadType: 111, dtmfPayloadType: 110 },
    fingerprint: { algorithm: 'sha-256', value: hash.replaceAll(':', '').toLowerCase() },
  });
  const local = { address: '192.0.2.1', port: 20_000, ...newIceCredentials(), fingerprint: hash };
  const answer = webAnswer(offer, local).split('\r\n');
  expect(answer).toEqual(
    expect.arrayContaining([
      ...['a=ice-lite', 'm=audio 20000 UDP/TLS/RTP/SAVPF 111 110', 'a=setup:passive', 'a=mid:0'],
      ...['a=candidate:1 1 udp 2130706431 192.0.2.1 20000 typ host', 'a=rtpmap:111 opus/48000/2'],
    ]),
  );
});

test.each([
  ['without Opus', changed('111 opus', '111 isac'), /Opus/],
  ['without a fingerprint', without('a=fingerprint'), /fingerprint/],
  ['with a hash of SHA-1', changed('sha-256', 'sha-1'), /fingerprint/],
  ['with a short hash', changed(`:${hash.slice(-2)}`, ''), /malformed/],
  ['with two sections', [...lines, 'm=video 9 UDP/TLS/RTP/SAVPF 96'], /one section/],
  ['without encryption', changed('UDP/TLS/RTP/SAVPF', 'RTP/AVP'), /DTLS/],
  ['without a user name', without('a=ice-ufrag'), /ice-ufrag/],
  ['without multiplexing', without('a=rtcp-mux'), /rtcp-mux/],
  ['that waits for our handshake', changed('setup:actpass', 'setup:passive'), /actpass/],
])('refuses an offer %s', (_name, given, message) => {
  expect(() => readWebOffer(sdp(given))).toThrow(message);
});

test('refuses a long list of digits at once', () => {
  const given = changed('111 63 9 0 8 13 110 126', `${'1'.repeat(10_000)}x`);
  const begunMs = performance.now();
  expect(() => readWebOffer(sdp(given))).toThrow(/section must be audio/);
  expect(performance.now() - begunMs).toBeLessThan(1000);
});

test('refuses anything else with a reason', () => {
  const line = fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 40 }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (given) => {
      try {
        readWebOffer(sdp(given));
      } catch (error) {
        expect(error).toBeInstanceOf(WebDescriptionError);
      }
    }),
  );
});
