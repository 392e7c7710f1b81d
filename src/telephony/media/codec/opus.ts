import {
  Application,
  Bandwidth,
  createDecoder,
  createEncoder,
  loadLibopus,
  type OpusDecoderHandle,
  type OpusEncoderHandle,
  Signal,
} from 'libopus-wasm';
import type { Concealment, Decoder, Payload } from './decoder.ts';
import type { Encoder } from './encoder.ts';
import { opusClockRateHz, opusDuration, repeatsFormer } from './opus-packet.ts';

/** The sample rates of sessions. */
export type OpusSampleRate = 8_000 | 16_000;

/**
 * The encoding of voice: wide-band, and redundant for a loss of 10 %. A complexity of 2 or more (of 10) makes a packet
 * cost three times as much.
 */
const voice = {
  channels: 1,
  application: Application.Voip,
  signal: Signal.Voice,
  maxBandwidth: Bandwidth.Wideband,
  bitrate: 24_000,
  complexity: 1,
  fec: true,
  packetLossPercent: 10,
} as const;

/** The longest packet that is sent, in octets: about three times the mean. */
export const opusPayloadBytesMax = 160;

/** Loads the library into this thread. Encoders and decoders created afterwards are usable with the next event. */
export async function loadOpus(): Promise<void> {
  await loadLibopus();
}

/** Passes the handle to `take`. Without memory for it, one call is silent and the thread survives. */
function held<T>(made: Promise<T>, take: (handle: T) => void): void {
  made.then(take, () => undefined);
}

/** Encodes mono frames of 20 ms with Opus (RFC 6716). Payloads are empty before it is ready and when it fails. */
export class OpusEncoder implements Encoder {
  readonly #options = { maxPacketBytes: opusPayloadBytesMax };
  #handle: OpusEncoderHandle | null = null;
  #isFreed = false;

  constructor(sampleRateHz: OpusSampleRate) {
    held(createEncoder({ ...voice, sampleRate: sampleRateHz }), (handle) => {
      if (this.#isFreed) handle.free();
      else this.#handle = handle;
    });
  }

  encode(frame: Int16Array, octets: Uint8Array, start: number): number {
    if (!this.#handle) return 0;
    try {
      const payload = this.#handle.encode(frame, this.#options);
      octets.set(payload, start);
      return payload.length;
    } catch {
      return 0;
    }
  }

  free(): void {
    this.#isFreed = true;
    this.#handle?.free();
    this.#handle = null;
  }
}

/**
 * Decodes Opus (RFC 6716) into mono. Invalid octets never throw: they are concealed like a missing packet. The decoder
 * is silent before it is ready.
 */
export class OpusDecoder implements Decoder {
  readonly clockRateHz = opusClockRateHz;
  readonly #unitsPerSample: number;
  /** Gaps are filled in steps of 2.5 ms. */
  readonly #gapStep: number;
  #handle: OpusDecoderHandle | null = null;
  #isFreed = false;

  constructor(sampleRateHz: OpusSampleRate) {
    this.#unitsPerSample = opusClockRateHz / sampleRateHz;
    this.#gapStep = sampleRateHz / 400;
    held(createDecoder({ channels: 1, sampleRate: sampleRateHz }), (handle) => {
      if (this.#isFreed) handle.free();
      else this.#handle = handle;
    });
  }

  duration(octets: Uint8Array, start: number, end: number): number {
    return opusDuration(octets, start, end);
  }

  decode(octets: Uint8Array, start: number, end: number, pcm: Int16Array): number {
    const count = opusDuration(octets, start, end) / this.#unitsPerSample;
    if (this.#into(pcm, count, octets.subarray(start, end), {})) return count;
    if (!this.#into(pcm, count, null, { frameSize: count })) pcm.fill(0, 0, count);
    return count;
  }

  conceal(pcm: Int16Array, count: number, next: Payload | null): Concealment {
    if (count % this.#gapStep !== 0) return 'none';
    const options = { frameSize: count, decodeFec: true };
    if (next && repeatsFormer(next.octets, next.start, next.end)) {
      const packet = next.octets.subarray(next.start, next.end);
      if (this.#into(pcm, count, packet, options)) return 'recovered';
    }
    return this.#into(pcm, count, null, { frameSize: count }) ? 'invented' : 'none';
  }

  free(): void {
    this.#isFreed = true;
    this.#handle?.free();
    this.#handle = null;
  }

  /** Decodes a packet, or a missing one (`null`). Returns whether the library made `count` samples. */
  #into(
    pcm: Int16Array,
    count: number,
    packet: Uint8Array | null,
    options: { frameSize?: number; decodeFec?: boolean },
  ): boolean {
    if (!this.#handle) return false;
    try {
      const decoded = this.#handle.decode(packet, options);
      if (decoded.length !== count) return false;
      pcm.set(decoded);
      return true;
    } catch {
      // An invalid packet of one peer must not stop the thread, which carries other calls.
      return false;
    }
  }
}
