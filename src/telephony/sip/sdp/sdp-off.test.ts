import { expect, test } from 'vitest';
import { answerOffer, type LocalAudio } from './sdp-audio.ts';
import { answerSwitchedOff } from './sdp-off.ts';

const local: LocalAudio = {
  address: '192.0.2.9',
  port: 40_000,
  codecs: ['PCMU'],
  sessionId: 5,
  version: 1,
};

function sdp(...media: string[]): string {
  const head = ['v=0', 'o=- 1 1 IN IP4 198.51.100.7', 's=-', 'c=IN IP4 198.51.100.7', 't=0 0'];
  return [...head, ...media, ''].join('\r\n');
}

function agreed() {
  const result = answerOffer(sdp('m=audio 6000 RTP/AVP 0'), local);
  if (!result.ok) throw new Error(result.reason);
  return result.audio;
}

test('audio that is switched off, and nothing in its place, is agreed to', () => {
  for (const media of [['m=audio 0 RTP/AVP 0'], ['m=audio 0 RTP/AVP 0', 'm=image 0 udptl t38']]) {
    const answer = answerSwitchedOff(sdp(...media), local, agreed());
    expect(answer?.audio).toMatchObject({ direction: 'inactive', remote: { port: 0 } });
    expect(answer?.sdp.match(/^m=.*$/gm)).toEqual(media);
  }
});

test('audio in whose place a fax is offered is not: the offer is refused, and the audio goes on', () => {
  const offer = sdp('m=audio 0 RTP/AVP 0', 'm=image 5000 udptl t38');
  expect(answerSwitchedOff(offer, local, agreed())).toBeNull();
  expect(answerOffer(offer, local)).toMatchObject({ ok: false });
});
