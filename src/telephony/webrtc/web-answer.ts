import { randomInt } from 'node:crypto';
import { describeWeb, eventFormat, type LocalWeb, opusFormat } from './web-description.ts';
import type { WebOffer } from './web-offer.ts';

/** Returns the answer to an offer: the passive side of DTLS, and Opus with forward error correction. */
export function webAnswer(offer: WebOffer, local: LocalWeb): string {
  const { mid, opusPayloadType, dtmfPayloadType } = offer;
  return describeWeb(local, {
    ...{ sessionId: randomInt(2 ** 31), version: 1, mid, setup: 'passive', direction: 'sendrecv' },
    formats: [
      opusFormat(opusPayloadType),
      ...(dtmfPayloadType === null ? [] : [eventFormat(dtmfPayloadType, 48_000)]),
    ],
  });
}
