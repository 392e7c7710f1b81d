import { type AudioCodec, clockRateOf, sampleRateOf } from './codecs.ts';

/** Both directions of a codec for callers without a session; packets must be in order and of one stream. */
export interface OpenCodec {
  readonly sampleRateHz: number;
  readonly clockRateHz: number;
  /** Decodes a payload. Returns no samples when it is invalid. */
  decode(payload: Uint8Array): Int16Array;
  encode(frame: Int16Array): Uint8Array;
  free(): void;
}

/** The longest payload in octets, and the longest packet in milliseconds. */
const payloadBytesMax = 1500;
const packetMsMax = 120;

/** Opens a codec. Its code is loaded into this thread with the first call. */
export async function openCodec(codec: AudioCodec): Promise<OpenCodec> {
  const [{ createDecoder, createEncoder }, { loadOpus }] = await Promise.all([
    import('./audio-codec.ts'),
    import('./opus.ts'),
  ]);
  if (codec === 'opus') await loadOpus();
  const sampleRateHz = sampleRateOf(codec);
  const [decoder, encoder] = [createDecoder(codec, sampleRateHz), createEncoder(codec, sampleRateHz)];
  const decoded = new Int16Array((sampleRateHz * packetMsMax) / 1000);
  const encoded = new Uint8Array(payloadBytesMax);
  // Encoders and decoders of Opus become usable with the next event.
  await new Promise((resolve) => setImmediate(resolve));
  return {
    sampleRateHz,
    clockRateHz: clockRateOf(codec),
    decode(payload) {
      const units = decoder.duration(payload, 0, payload.length);
      if (units === 0 || (units * 1000) / decoder.clockRateHz > packetMsMax) return new Int16Array(0);
      return decoded.slice(0, decoder.decode(payload, 0, payload.length, decoded));
    },
    encode: (frame) => encoded.slice(0, encoder.encode(frame, encoded, 0)),
    free() {
      decoder.free?.();
      encoder.free?.();
    },
  };
}
