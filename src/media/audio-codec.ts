import { type Decoder, g711Decoder } from './decoder.ts';
import { encodeG711Into, type G711Codec } from './g711.ts';
import { G722Decoder, G722Encoder, widebandRateHz } from './g722.ts';
import { telephoneRateHz, tickMs } from './pcm.ts';
import { RateChange } from './rate-change.ts';

/** What a session can speak. The clock of the RTP timestamps is 8000 with all of them. */
export type AudioCodec = G711Codec | 'g722';

/** Makes payloads of 20 ms frames, one after the other. */
export interface Encoder {
  /** Writes the payload of `frame` into `octets` from `start`; returns how many octets that are. */
  encode(frame: Int16Array, octets: Uint8Array, start: number): number;
}

/** Octets of the longest payload of 20 ms. */
export const payloadBytesMax = 160;

/** The sample rate that a session of this codec has, in hertz. */
export function sampleRateOf(codec: AudioCodec): number {
  return codec === 'g722' ? widebandRateHz : telephoneRateHz;
}

/** An encoder for audio at `sampleRateHz`, which may be that of another codec: a call can change its codec. */
export function createEncoder(codec: AudioCodec, sampleRateHz: number): Encoder {
  const encoder = codec === 'g722' ? new G722Encoder() : g711Encoder(codec);
  if (sampleRateHz === sampleRateOf(codec)) return encoder;
  const frame = new Int16Array((sampleRateOf(codec) * tickMs) / 1000);
  const change = new RateChange(sampleRateHz, sampleRateOf(codec));
  return {
    encode(pcm, octets, start) {
      change.push(pcm, pcm.length, frame);
      return encoder.encode(frame, octets, start);
    },
  };
}

function g711Encoder(codec: G711Codec): Encoder {
  return {
    encode(frame, octets, start) {
      encodeG711Into(codec, frame, 0, frame.length, octets, start);
      return frame.length;
    },
  };
}

/** A decoder that makes audio at `sampleRateHz`. */
export function createDecoder(codec: AudioCodec, sampleRateHz: number): Decoder {
  const decoder = codec === 'g722' ? g722Decoder() : g711Decoder(codec);
  const ownRateHz = sampleRateOf(codec);
  if (sampleRateHz === ownRateHz) return decoder;
  // 120 ms, the longest packet that the jitter buffer takes.
  const decoded = new Int16Array((ownRateHz * 120) / 1000);
  const change = new RateChange(ownRateHz, sampleRateHz);
  return {
    duration: (octetCount) => decoder.duration(octetCount),
    decode: (octets, start, end, pcm) =>
      change.push(decoded, decoder.decode(octets, start, end, decoded), pcm),
  };
}

function g722Decoder(): Decoder {
  const decoder = new G722Decoder();
  return {
    duration: (octetCount) => octetCount,
    decode: (octets, start, end, pcm) => decoder.decode(octets, start, end, pcm),
  };
}
