import { randomInt } from 'node:crypto';
import { describeWeb, eventFormat, type LocalWeb, opusFormat } from './web-description.ts';
import {
  type Fingerprint,
  payloadTypeOf,
  readWebSection,
  WebDescriptionError,
  type WebSection,
} from './web-section.ts';

/** The audio that we and a web phone agreed on. */
export interface WebAudio {
  codec: 'opus' | 'pcmu' | 'pcma';
  /** The payload types of what we send, as the web phone assigned them. */
  payloadType: number;
  /** `null` when it takes no keys at the clock of the codec. */
  dtmfPayloadType: number | null;
  /** The payload types of what it sends. */
  offeredPayloadType: number;
  offeredDtmfPayloadType: number | null;
  /** Our direction. `recvonly` and `inactive`: the web phone holds the call. */
  direction: WebSection['direction'];
}

/** The answer of a web phone: its connection, and the agreed audio. */
export interface WebPeer {
  ufrag: string;
  fingerprint: Fingerprint;
  audio: WebAudio;
}

/** The codecs that we offer, in our order, with our payload types of them and of keys at their clock. */
const codecs = [
  { codec: 'opus', encoding: 'opus/48000/2', clockRateHz: 48_000, type: 111, dtmfType: 110 },
  { codec: 'pcmu', encoding: 'pcmu/8000', clockRateHz: 8000, type: 0, dtmfType: 101 },
  { codec: 'pcma', encoding: 'pcma/8000', clockRateHz: 8000, type: 8, dtmfType: 101 },
] as const;
type Codec = (typeof codecs)[number];

const reversed: Readonly<Record<WebSection['direction'], WebSection['direction']>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};
const ownMid = '0';

/**
 * Our descriptions of one call that we place to a web phone. We offer the choice of the DTLS role, and the web phone has to
 * begin the handshake (RFC 5763 §5 recommends that to it), because we are its passive side only.
 */
export class OwnOffer {
  readonly #local: LocalWeb;
  readonly #sessionId = randomInt(2 ** 31);
  #version = 0;

  constructor(local: LocalWeb) {
    this.#local = local;
  }

  /** Returns an offer with everything that we support. */
  offer(): string {
    return describeWeb(this.#local, {
      ...{ sessionId: this.#sessionId, version: ++this.#version, mid: ownMid },
      ...{ setup: 'actpass', direction: 'sendrecv' },
      formats: [
        opusFormat(111),
        { type: 0, encoding: 'PCMU/8000', parameters: null },
        { type: 8, encoding: 'PCMA/8000', parameters: null },
        eventFormat(110, 48_000),
        eventFormat(101, 8000),
      ],
    });
  }

  /** Reads the answer to our offer. Throws a WebDescriptionError that names what cannot be used. */
  readAnswer(sdp: string): WebPeer {
    const section = readWebSection(sdp);
    if (section.setup !== 'active') throw new WebDescriptionError('its a=setup must be active');
    // The first one is what the web phone sends and wants (RFC 3264 §6.1).
    const [codec] = [...section.encodings.values()].flatMap(
      (name) => codecs.find(({ encoding }) => encoding === name) ?? [],
    );
    if (!codec) throw new WebDescriptionError('it must choose Opus, PCMU or PCMA');
    const { type: offeredPayloadType, dtmfType: offeredDtmfPayloadType } = codec;
    return peerOf(section, codec, { offeredPayloadType, offeredDtmfPayloadType });
  }

  /** Answers a later offer of the web phone, such as one that holds the call. Throws a WebDescriptionError for one that we cannot. */
  answer(sdp: string): { peer: WebPeer; answer: string } {
    const section = readWebSection(sdp);
    if (section.setup !== 'actpass' && section.setup !== 'active')
      throw new WebDescriptionError('its a=setup must be actpass');
    const codec = codecs.find(({ encoding }) => payloadTypeOf(section, encoding) !== null);
    if (!codec) throw new WebDescriptionError('it must offer Opus, PCMU or PCMA');
    const peer = peerOf(section, codec, null);
    const { payloadType, dtmfPayloadType, direction } = peer.audio;
    const format =
      codec.codec === 'opus'
        ? opusFormat(payloadType)
        : { type: payloadType, encoding: codec.encoding.toUpperCase(), parameters: null };
    const answer = describeWeb(this.#local, {
      ...{ sessionId: this.#sessionId, version: ++this.#version, mid: section.mid },
      ...{ setup: 'passive', direction },
      formats: [
        format,
        ...(dtmfPayloadType === null ? [] : [eventFormat(dtmfPayloadType, codec.clockRateHz)]),
      ],
    });
    return { peer, answer };
  }
}

/** `offered`: our payload types, where the section answers our offer; otherwise both sides use those of the web phone. */
function peerOf(
  section: WebSection,
  { codec, encoding, clockRateHz }: Codec,
  offered: Pick<WebAudio, 'offeredPayloadType' | 'offeredDtmfPayloadType'> | null,
): WebPeer {
  const { ufrag, fingerprint, direction } = section;
  const payloadType = payloadTypeOf(section, encoding)!;
  const dtmfPayloadType = payloadTypeOf(section, `telephone-event/${clockRateHz}`);
  const own = offered ?? { offeredPayloadType: payloadType, offeredDtmfPayloadType: dtmfPayloadType };
  return {
    ufrag,
    fingerprint,
    audio: { codec, payloadType, dtmfPayloadType, ...own, direction: reversed[direction] },
  };
}
