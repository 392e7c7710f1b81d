import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AudioCodec } from './audio-codecs.ts';
import type { Direction } from './sdp.ts';
import { answerOffer, buildOffer, type LocalAudio, readAnswer } from './sdp-audio.ts';
import { newSrtpKeys, parseCrypto } from './sdp-crypto.ts';

const all: AudioCodec[] = ['opus', 'G722', 'PCMU', 'PCMA'];
const local: LocalAudio = { address: '192.0.2.9', port: 40_000, codecs: all, sessionId: 5, version: 1 };

function sdp(...media: string[]): string {
  const head = ['v=0', 'o=- 1 1 IN IP4 198.51.100.7', 's=-', 'c=IN IP4 198.51.100.7', 't=0 0'];
  return [...head, ...media, ''].join('\r\n');
}

function answered(offer: string, with_: LocalAudio = local) {
  const result = answerOffer(offer, with_);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

test('an offer of every codec names their clocks, and events at each of them', () => {
  expect(buildOffer(local).split('\r\n').slice(5, -1)).toEqual([
    'm=audio 40000 RTP/AVP 96 9 0 8 101 102',
    'a=rtpmap:96 opus/48000/2',
    'a=fmtp:96 maxplaybackrate=16000;sprop-maxcapturerate=16000;useinbandfec=1',
    'a=rtpmap:9 G722/8000',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    'a=rtpmap:102 telephone-event/48000',
    'a=fmtp:102 0-16',
    'a=ptime:20',
    'a=rtcp-mux',
    'a=sendrecv',
  ]);
});

test.each([
  [['m=audio 4000 RTP/AVP 9 0'], { codec: 'G722', payloadType: 9, clockRateHz: 8000 }],
  [
    ['m=audio 4000 RTP/AVP 120 101 100', 'a=rtpmap:120 OPUS/48000/2', 'a=rtpmap:101 telephone-event/8000'],
    { codec: 'opus', payloadType: 120, clockRateHz: 48_000, dtmfPayloadType: null },
  ],
  [
    ['m=audio 4000 RTP/AVP 120 100', 'a=rtpmap:120 opus/48000/2', 'a=rtpmap:100 telephone-event/48000'],
    { codec: 'opus', dtmfPayloadType: 100 },
  ],
  // Opus has one form only, and G722 one clock (RFC 7587 §7, RFC 3551 §4.5.2).
  [['m=audio 4000 RTP/AVP 120 8', 'a=rtpmap:120 opus/16000/1'], { codec: 'PCMA' }],
  [['m=audio 4000 RTP/AVP 9 8', 'a=rtpmap:9 G722/16000'], { codec: 'PCMA' }],
  [['m=audio 4000 RTP/AVP 0', 'a=rtcp-mux', 'a=rtcp:4010'], { rtcpMux: true, rtcpPort: 4010 }],
  [['m=audio 4000 RTP/AVP 0', 'a=rtcp:4011 IN IP4 198.51.100.7'], { rtcpMux: false, rtcpPort: 4011 }],
  [['m=audio 4000 RTP/AVP 0', 'a=rtcp:99999'], { rtcpPort: null }],
])('%j is %j', (media, expected) => {
  expect(answered(sdp(...media)).audio).toMatchObject(expected);
});

test('what is not on the list of ours is not taken, even where it is known', () => {
  expect(answerOffer(sdp('m=audio 4000 RTP/AVP 9'), { ...local, codecs: ['PCMU'] }).ok).toBe(false);
});

test('the direction is what both sides allow', () => {
  const offer = sdp('m=audio 4000 RTP/AVP 0', 'a=sendonly');
  expect(answered(offer, { ...local, direction: 'sendonly' }).audio.direction).toBe('inactive');
  expect(answered(offer, { ...local, direction: 'recvonly' }).audio.direction).toBe('recvonly');
  expect(buildOffer({ ...local, direction: 'inactive' })).toContain('a=inactive');
});

const key = Buffer.alloc(30, 7).toString('base64');
const good = `1 AES_CM_128_HMAC_SHA1_80 inline:${key}`;

test.each([
  [good, true],
  [`${good}|2^20`, true],
  [`${good}|1048576`, true],
  [`7 aes_cm_128_hmac_sha1_32 inline:${key} WSH=64`, true],
  [`${good}|2^20|1:4`, true],
  [`${good}|1:1 FEC_ORDER=FEC_SRTP`, true],
  [`${good}|1:129`, false],
  [`${good}|1:0`, false],
  [`${good};inline:${key}`, false],
  [`${good} UNENCRYPTED_SRTCP`, false],
  [`1 AES_256_CM_HMAC_SHA1_80 inline:${key}`, false],
  ['1 AES_CM_128_HMAC_SHA1_80 inline:c2hvcnQ=', false],
  [`x AES_CM_128_HMAC_SHA1_80 inline:${key}`, false],
  ['1', false],
])('the key %s can be used: %s', (value, usable) => {
  expect(parseCrypto(value) !== null).toBe(usable);
});

const keys = newSrtpKeys();
const secured = (mode: 'optional' | 'required'): LocalAudio => ({ ...local, encryption: { mode, keys } });
const savp = sdp('m=audio 4000 RTP/SAVP 0', `a=crypto:3 AES_CM_128_HMAC_SHA1_32 inline:${key}`);

test('encrypted audio is answered with a key of ours under the tag and suite of the offer', () => {
  const { audio, sdp: text } = answered(savp, secured('required'));
  expect(audio.srtp).toEqual({
    suite: 'AES_CM_128_HMAC_SHA1_32',
    localKey: keys.AES_CM_128_HMAC_SHA1_32,
    remoteKey: Buffer.alloc(30, 7),
    remoteMkiBytes: 0,
  });
  expect(text).toContain('m=audio 40000 RTP/SAVP 0\r\n');
  const ours = keys.AES_CM_128_HMAC_SHA1_32.toString('base64');
  expect(text).toContain(`a=crypto:3 AES_CM_128_HMAC_SHA1_32 inline:${ours}\r\n`);
});

test('encryption is taken, refused or preferred as it is asked for', () => {
  const plain = sdp('m=audio 4000 RTP/AVP 0');
  expect(answerOffer(savp, local)).toEqual({ ok: false, reason: 'RTP/SAVP is not supported' });
  expect(answerOffer(plain, secured('required'))).toEqual({ ok: false, reason: 'plain audio is refused' });
  expect(answered(plain, secured('optional')).audio.srtp).toBeNull();
  const keyless = answerOffer(sdp('m=audio 4000 RTP/SAVP 0'), secured('optional'));
  expect(keyless).toEqual({ ok: false, reason: 'no usable key for encrypted audio' });
  const both = sdp('m=audio 4000 RTP/AVP 0', 'm=audio 4002 RTP/SAVP 0', `a=crypto:${good}`);
  const { audio, sdp: text } = answered(both, secured('optional'));
  expect(audio.remote.port).toBe(4002);
  expect(text.split('\r\n').filter((line) => line.startsWith('m='))).toEqual([
    'm=audio 0 RTP/AVP 0',
    'm=audio 40000 RTP/SAVP 0',
  ]);
});

test('an answer whose key has another tag or suite than we offered is not taken', () => {
  const answer = (line: string) => sdp('m=audio 4000 RTP/SAVP 0', `a=crypto:${line}`);
  expect(readAnswer(answer(good), secured('required')).ok).toBe(true);
  expect(readAnswer(answer(good.replace('1 ', '2 ')), secured('required')).ok).toBe(false);
  expect(readAnswer(answer(good.replace('1 ', '9 ')), secured('required')).ok).toBe(false);
});

const anyAudio: fc.Arbitrary<LocalAudio> = fc
  .record({
    codecs: fc.shuffledSubarray(all, { minLength: 1 }),
    port: fc.integer({ min: 1024, max: 65_535 }),
    mode: fc.constantFrom('off', 'optional', 'required'),
    direction: fc.constantFrom<Direction>('sendrecv', 'sendonly', 'recvonly', 'inactive'),
  })
  .map(({ codecs, port, mode, direction }) => ({
    address: '192.0.2.9',
    port,
    codecs,
    sessionId: 1,
    version: 1,
    direction,
    encryption: mode === 'off' ? undefined : { mode: mode as 'optional', keys: newSrtpKeys() },
  }));

test('the offerer and the answerer agree on everything', () => {
  fc.assert(
    fc.property(anyAudio, anyAudio, (caller, callee) => {
      const there = answerOffer(buildOffer(caller), callee);
      const common = caller.codecs.some((codec) => callee.codecs.includes(codec));
      const modes = [caller.encryption?.mode, callee.encryption?.mode];
      const canProtect = modes[0] === modes[1] || !modes.includes('required') || !modes.includes(undefined);
      expect(there.ok).toBe(common && canProtect);
      if (!there.ok) return;
      const here = readAnswer(there.sdp, caller);
      if (!here.ok) throw new Error(here.reason);
      const { srtp, remote, direction, ...same } = here.audio;
      expect(there.audio).toMatchObject(same);
      expect([remote.port, there.audio.remote.port]).toEqual([callee.port, caller.port]);
      const mirrored = {
        sendrecv: 'sendrecv',
        sendonly: 'recvonly',
        recvonly: 'sendonly',
        inactive: 'inactive',
      };
      expect(there.audio.direction).toBe(mirrored[direction]);
      expect(srtp !== null).toBe(caller.encryption !== undefined && callee.encryption !== undefined);
      expect([srtp?.suite, srtp?.localKey, srtp?.remoteKey]).toEqual([
        there.audio.srtp?.suite,
        there.audio.srtp?.remoteKey,
        there.audio.srtp?.localKey,
      ]);
    }),
    { numRuns: 500 },
  );
});

test('no text in an attribute throws, and what is taken is within bounds', () => {
  const attribute = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.tuple(fc.constantFrom('crypto:', 'rtpmap:', 'rtcp:', 'fmtp:', 'ptime:'), fc.string({ maxLength: 60 })),
    fc.constantFrom(`crypto:${good}`, 'rtpmap:96 opus/48000/2', 'rtcp-mux', 'inactive'),
  );
  fc.assert(
    fc.property(fc.array(attribute, { maxLength: 12 }), (attributes) => {
      const lines = attributes.map((text) => `a=${Array.isArray(text) ? text.join('') : text}`);
      const result = answerOffer(sdp('m=audio 4000 RTP/AVP 0 96 9', ...lines), secured('optional'));
      if (!result.ok) return;
      const { payloadType, dtmfPayloadType, rtcpPort, srtp } = result.audio;
      expect(Math.max(payloadType, dtmfPayloadType ?? 0)).toBeLessThanOrEqual(127);
      expect(rtcpPort ?? 1).toBeLessThanOrEqual(65_535);
      if (srtp) expect([srtp.localKey.length, srtp.remoteKey.length]).toEqual([30, 30]);
    }),
    { numRuns: 1_000 },
  );
});
