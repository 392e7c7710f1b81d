import { type AudioCodec, clockRateOf, sampleRateOf } from './codecs.ts';

/** Both ways of a codec, for who handles packets beside a session; its audio is in order and of one stream. */
export interface OpenCodec {
  readonly sampleRateHz: number;
  /** Units a second of the RTP timestamps. */
  readonly clockRateHz: number;
  /** The audio of a payload; empty for what is none. */
  decode(payload: Uint8Array): Int16Array;
  /** The payload of 20 ms. */
  encode(frame: Int16Array): Uint8Array;
  /** Gives its memory back. */
  free(): void;
}

/** Octets of the longest payload, and samples of the longest packet. */
const payloadBytesMax = 1500;
const packetMsMax = 120;

/** Opens a codec, whose code is loaded into this thread only then. */
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
  // What was made of Opus is usable with the next event.
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
