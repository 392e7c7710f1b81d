import { expect, test } from 'vitest';
import { OwnOffer } from './own-offer.ts';
import { newIceCredentials } from './web-description.ts';

const hash = 'AB'.repeat(32).match(/../g)!.join(':');
const local = { address: '2001:db8::1', port: 20_000, ...newIceCredentials(), fingerprint: hash };

/** An answer as Chromium makes it to our offer, shortened. */
const lines = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0 8 110 101',
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:Ab+/',
  'a=ice-pwd:0123456789012345678901+/',
  `a=fingerprint:sha-256 ${hash}`,
  'a=setup:active',
  'a=mid:0',
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:110 telephone-event/48000',
  'a=rtpmap:101 telephone-event/8000',
];
const sdp = (of: readonly string[]) => `${of.join('\r\n')}\r\n`;
const changed = (...pairs: [from: string, to: string][]) =>
  sdp(lines.map((line) => pairs.reduce((text, [from, to]) => text.replace(from, to), line)));

test('an offer leaves the DTLS role open, and has the lite side of ICE, Opus and G.711', () => {
  const own = new OwnOffer(local);
  const first = own.offer().split('\r\n');
  expect(first).toEqual(
    expect.arrayContaining([
      ...['a=ice-lite', 'm=audio 20000 UDP/TLS/RTP/SAVPF 111 0 8 110 101', 'c=IN IP6 2001:db8::1'],
      ...[
        'a=setup:actpass',
        'a=rtcp-mux',
        `a=ice-ufrag:${local.ufrag}`,
        'a=rtpmap:110 telephone-event/48000',
      ],
      ...[`a=fingerprint:sha-256 ${hash}`, 'a=candidate:1 1 udp 2130706431 2001:db8::1 20000 typ host'],
    ]),
  );
  const [, origin] = first;
  expect(own.offer().split('\r\n')[1]).toBe(origin!.replace(' 1 IN', ' 2 IN'));
});

test.each([
  ['Opus', {}, { codec: 'opus', payloadType: 111, dtmfPayloadType: 110 }],
  [
    'G.711 with numbers of its own',
    { '111 0 8 110 101': '0 96', '101 telephone': '96 telephone' },
    {
      codec: 'pcmu',
      payloadType: 0,
      dtmfPayloadType: 96,
      offeredPayloadType: 0,
      offeredDtmfPayloadType: 101,
    },
  ],
  ['PCMA without keys', { '111 0 8 110 101': '8' }, { codec: 'pcma', payloadType: 8, dtmfPayloadType: null }],
  ['nothing for us', { sendrecv: 'sendonly' }, { codec: 'opus', direction: 'recvonly' }],
])('reads an answer with %s', (_name, changes, audio) => {
  const peer = new OwnOffer(local).readAnswer(changed(...Object.entries(changes)));
  expect(peer).toMatchObject({ ufrag: 'Ab+/', audio });
  expect(peer.fingerprint.value).toBe('ab'.repeat(32));
});

test.each([
  ['without a fingerprint', /^a=fingerprint/, '', /fingerprint/],
  ['without a user name of ICE', /^a=ice-ufrag/, '', /ice-ufrag/],
  ['that waits for our handshake', 'setup:active', 'setup:passive', /its a=setup must be active/],
  ['without encryption', 'UDP/TLS/RTP/SAVPF', 'RTP/AVP', /DTLS/],
  ['that refuses the audio', 'm=audio 9', 'm=audio 0', /audio/],
  ['with codecs that we did not offer', '111 0 8 110 101', '9', /must choose Opus/],
])('refuses an answer %s', (_name, from, to, message) => {
  const given = lines.map((line) => (to === '' && line.match(from) ? 'a=x' : line.replace(from, to)));
  expect(() => new OwnOffer(local).readAnswer(sdp(given))).toThrow(message);
});

test('answers an offer that holds the call, with the same connection and roles', () => {
  const own = new OwnOffer(local);
  const [, origin] = own.offer().split('\r\n');
  const held = own.answer(changed(['setup:active', 'setup:actpass'], ['sendrecv', 'sendonly']));
  expect(held.peer.audio).toMatchObject({ codec: 'opus', payloadType: 111, direction: 'recvonly' });
  expect(held.answer.split('\r\n')).toEqual(
    expect.arrayContaining([
      ...[origin!.replace(' 1 IN', ' 2 IN'), 'a=setup:passive', 'a=recvonly', `a=ice-pwd:${local.password}`],
      ...['m=audio 20000 UDP/TLS/RTP/SAVPF 111 110', 'a=fmtp:110 0-15'],
    ]),
  );
  const plain = own.answer(changed(['setup:active', 'setup:actpass'], ['111 0 8 110 101', '8 0']));
  expect(plain.answer).toContain('m=audio 20000 UDP/TLS/RTP/SAVPF 0\r\n');
  expect(() => own.answer(changed())).not.toThrow();
  expect(() => own.answer(changed(['setup:active', 'setup:passive']))).toThrow(/actpass/);
});
