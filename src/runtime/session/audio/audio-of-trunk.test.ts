import { expect, test } from 'vitest';
import { answerOffer, buildOffer } from '../../../telephony/sip/index.ts';
import { audioOfTrunk, rateOfTrunk } from './call-audio.ts';
import { connectOptions } from './connect-options.ts';

const ours = (codecs: string[]) => ({
  ...audioOfTrunk({ codecs, mediaEncryption: 'off' }),
  address: '192.0.2.1',
  port: 4000,
  sessionId: 1,
  version: 1,
});

test('offers Opus with keys at both clock rates, and uses the payload types of the other side', () => {
  const offer = buildOffer(ours(['OPUS', 'PCMU']));
  expect(offer).toContain('m=audio 4000 RTP/AVP 96 0 101 102\r\n');
  expect(offer).toContain('a=rtpmap:96 opus/48000/2\r\n');
  expect(offer).toMatch(/a=fmtp:96 .*useinbandfec=1/);
  expect(offer).toContain('a=rtpmap:102 telephone-event/48000\r\n');
  const theirs = offer
    .replaceAll(':96 ', ':111 ')
    .replaceAll(':102 ', ':110 ')
    .replace('96 0 101 102', '111 0 101 110');
  const result = answerOffer(theirs, ours(['PCMA', 'OPUS']));
  if (!result.ok) throw new Error(result.reason);
  expect(connectOptions(result.audio, null)).toMatchObject({
    codec: 'opus',
    payloadType: 111,
    telephoneEventPayloadType: 110,
  });
});

test('the rate of a call is known in advance only when all codecs have the same', () => {
  expect(rateOfTrunk({ codecs: ['PCMU', 'PCMA'] })).toBe(8_000);
  expect(rateOfTrunk({ codecs: ['PCMU', 'OPUS'] })).toBeNull();
});
