import { type AudioCodec, clockRateOf, sampleRateOf } from './codecs.ts';
import { type Decoder, g711Decoder } from './decoder.ts';
import type { Encoder } from './encoder.ts';
import { encodeG711Into, type G711Codec } from './g711.ts';
import { G722Decoder, G722Encoder } from './g722.ts';
import { OpusDecoder, OpusEncoder, type OpusSampleRate } from './opus.ts';
import { telephoneRateHz, tickMs } from './pcm.ts';
import { RateChange } from './rate-change.ts';

/** Creates an encoder for audio at `sampleRateHz`, which differs from the codec's own after a change of codecs. */
export function createEncoder(codec: AudioCodec, sampleRateHz: number): Encoder {
  if (codec === 'opus') return new OpusEncoder(opusRate(sampleRateHz));
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

export function createDecoder(codec: AudioCodec, sampleRateHz: number): Decoder {
  if (codec === 'opus') return new OpusDecoder(opusRate(sampleRateHz));
  const decoder = codec === 'g722' ? g722Decoder() : g711Decoder(codec);
  const ownRateHz = sampleRateOf(codec);
  if (sampleRateHz === ownRateHz) return decoder;
  // 120 ms: the longest packet that the jitter buffer accepts.
  const decoded = new Int16Array((ownRateHz * 120) / 1000);
  const change = new RateChange(ownRateHz, sampleRateHz);
  return {
    clockRateHz: decoder.clockRateHz,
    duration: (octets, start, end) => decoder.duration(octets, start, end),
    decode: (octets, start, end, pcm) =>
      change.push(decoded, decoder.decode(octets, start, end, decoded), pcm),
  };
}

function g722Decoder(): Decoder {
  const decoder = new G722Decoder();
  return {
    clockRateHz: clockRateOf('g722'),
    duration: (_octets, start, end) => end - start,
    decode: (octets, start, end, pcm) => decoder.decode(octets, start, end, pcm),
  };
}

/** Opus encodes and decodes both rates of a session natively. */
function opusRate(sampleRateHz: number): OpusSampleRate {
  return sampleRateHz === telephoneRateHz ? telephoneRateHz : 16_000;
}
