import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSdp } from './sdp.ts';
import { answerOffer, buildOffer, type LocalAudio, readAnswer } from './sdp-audio.ts';

const local: LocalAudio = {
  address: '192.0.2.9',
  port: 40_000,
  codecs: ['PCMU', 'PCMA'],
  sessionId: 5,
  version: 1,
};

function sdp(...media: string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 198.51.100.7', 's=-', 'c=IN IP4 198.51.100.7', 't=0 0', ...media, ''].join(
    '\r\n',
  );
}

function answered(offer: string, with_: LocalAudio = local) {
  const result = answerOffer(offer, with_);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

test('an offer names both laws and telephone-event', () => {
  expect(buildOffer(local).split('\r\n')).toEqual([
    'v=0',
    'o=- 5 1 IN IP4 192.0.2.9',
    's=-',
    'c=IN IP4 192.0.2.9',
    't=0 0',
    'm=audio 40000 RTP/AVP 0 8 101',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    'a=ptime:20',
    'a=rtcp-mux',
    'a=sendrecv',
    '',
  ]);
});

test('an answer takes the first common codec of the peer, under its payload types', () => {
  const { audio, sdp: text } = answered(
    sdp('m=audio 49170 RTP/AVP 18 8 0 96', 'a=rtpmap:96 telephone-event/8000', 'a=ptime:30'),
  );
  expect(audio).toEqual({
    remote: { address: '198.51.100.7', port: 49170 },
    codec: 'PCMA',
    payloadType: 8,
    clockRateHz: 8000,
    dtmfPayloadType: 96,
    offeredPayloadType: 8,
    offeredDtmfPayloadType: 96,
    ptimeMs: 30,
    direction: 'sendrecv',
    rtcpMux: false,
    rtcpPort: null,
    srtp: null,
  });
  expect(text).toContain('m=audio 40000 RTP/AVP 8 96\r\n');
});

test('a codec under a dynamic payload type, and a static one that was given another meaning', () => {
  const { audio } = answered(
    sdp('m=audio 4000 RTP/AVP 0 97', 'a=rtpmap:0 L16/8000', 'a=rtpmap:97 pcmu/8000/1'),
  );
  expect([audio.codec, audio.payloadType, audio.dtmfPayloadType]).toEqual(['PCMU', 97, null]);
});

test('unused sections are refused at their positions', () => {
  const { sdp: text } = answered(
    sdp(
      'm=video 5000 RTP/AVP 31',
      'm=audio 5002 RTP/SAVP 0',
      'm=audio 5004 RTP/AVP 0',
      'c=IN IP4 198.51.100.8',
      'm=audio 5006 RTP/AVP 8',
      'm=image 5008 udptl t38',
    ),
  );
  expect(text.split('\r\n').filter((line) => line.startsWith('m='))).toEqual([
    'm=video 0 RTP/AVP 31',
    'm=audio 0 RTP/SAVP 0',
    'm=audio 40000 RTP/AVP 0',
    'm=audio 0 RTP/AVP 8',
    'm=image 0 udptl t38',
  ]);
});

test.each([
  ['sendonly', 'recvonly'],
  ['recvonly', 'sendonly'],
  ['inactive', 'inactive'],
  ['sendrecv', 'sendrecv'],
])('an offer that is %s makes us %s', (offered, ours) => {
  const { audio, sdp: text } = answered(sdp('m=audio 4000 RTP/AVP 0', `a=${offered}`));
  expect(audio.direction).toBe(ours);
  expect(text).toContain(`a=${ours}\r\n`);
});

test('the address of a held call of old is not sent to', () => {
  const offer = sdp('m=audio 4000 RTP/AVP 0').replace('c=IN IP4 198.51.100.7', 'c=IN IP4 0.0.0.0');
  expect(answered(offer).audio.direction).toBe('inactive');
});

test('IPv6 in both directions', () => {
  const offer = sdp('m=audio 4000 RTP/AVP 0', 'c=IN IP6 2001:db8::1');
  const { audio, sdp: text } = answered(offer, { ...local, address: '2001:db8::2' });
  expect(audio.remote.address).toBe('2001:db8::1');
  expect(text).toContain('c=IN IP6 2001:db8::2\r\n');
});

test.each([
  ['no audio', sdp('m=video 5000 RTP/AVP 31')],
  ['audio switched off', sdp('m=audio 0 RTP/AVP 0')],
  ['no codec of ours', sdp('m=audio 4000 RTP/AVP 18 96', 'a=rtpmap:96 opus/48000/2')],
  ['encrypted audio only', sdp('m=audio 4000 RTP/SAVP 0')],
  ['a multicast address', sdp('m=audio 4000 RTP/AVP 0', 'c=IN IP4 224.2.1.1/127')],
  ['a name for an address', sdp('m=audio 4000 RTP/AVP 0', 'c=IN IP4 host.example.com')],
  ['a port that is none', sdp('m=audio 70000 RTP/AVP 0')],
  ['a port that is text', sdp('m=audio x RTP/AVP 0')],
  ['no formats', sdp('m=audio 4000 RTP/AVP')],
  ['no version', 'o=- 1 1 IN IP4 198.51.100.7\r\n'],
  ['no origin', 'v=0\r\nc=IN IP4 198.51.100.7\r\nm=audio 4000 RTP/AVP 0\r\n'],
  ['a NUL', sdp('a=\0', 'm=audio 4000 RTP/AVP 0')],
  ['too many sections', sdp(...Array<string>(20).fill('m=audio 4000 RTP/AVP 0'))],
  ['too much', sdp('m=audio 4000 RTP/AVP 0', `a=${'x'.repeat(20_000)}`)],
  ['nothing', ''],
])('%s is not taken', (_what, offer) => {
  expect(answerOffer(offer, local).ok).toBe(false);
});

test('an answer to our offer is read, and one that takes nothing is refused', () => {
  const theirs = answered(buildOffer(local), {
    ...local,
    address: '192.0.2.77',
    port: 6_000,
    codecs: ['PCMA'],
  });
  expect(readAnswer(theirs.sdp, local)).toMatchObject({
    ok: true,
    audio: { remote: { address: '192.0.2.77', port: 6_000 }, codec: 'PCMA', dtmfPayloadType: 101 },
  });
  expect(readAnswer(sdp('m=audio 0 RTP/AVP 0'), local).ok).toBe(false);
  expect(readAnswer(sdp('m=audio 4000 RTP/AVP 8'), { ...local, codecs: ['PCMU'] }).ok).toBe(false);
});

test('what the peer sends has the payload types that we have offered, whatever it answers', () => {
  const answer = sdp(
    'm=audio 4000 RTP/AVP 120 96',
    'a=rtpmap:120 opus/48000/2',
    'a=rtpmap:96 telephone-event/48000',
  );
  expect(readAnswer(answer, { ...local, codecs: ['opus', 'PCMU'] })).toMatchObject({
    ok: true,
    audio: { payloadType: 120, dtmfPayloadType: 96, offeredPayloadType: 96, offeredDtmfPayloadType: 102 },
  });
  expect(readAnswer(sdp('m=audio 4000 RTP/AVP 0'), local)).toMatchObject({
    audio: { dtmfPayloadType: null, offeredDtmfPayloadType: null },
  });
});

test('no text throws, and every answer can be read again with as many sections as the offer', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'm=audio 4000 RTP/AVP 0 8 101',
      'm=video 0 RTP/AVP 31',
      'a=rtpmap:101 telephone-event/8000',
    ),
    fc.constantFrom(
      'c=IN IP4 192.0.2.1',
      'a=sendonly',
      'a=ptime:',
      'm=audio 4000 RTP/AVP 300',
      'a=rtpmap:0 x/1',
    ),
    fc.string({ maxLength: 30 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const offer = sdp(...lines);
      const result = answerOffer(offer, local);
      if (!result.ok) return;
      expect(parseSdp(result.sdp)?.media).toHaveLength(parseSdp(offer)!.media.length);
    }),
    { numRuns: 2_000, seed: 4 },
  );
});
