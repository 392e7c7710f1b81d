import { type G711Codec, g711DecodingTable } from './g711.ts';

/** A payload: the octets from `start` to `end`, exclusive. */
export interface Payload {
  octets: Uint8Array;
  start: number;
  end: number;
}

/** The source of the audio in a gap: the next payload's redundancy, extrapolation, or none. */
export type Concealment = 'recovered' | 'invented' | 'none';

/** Decodes the payloads of one payload type, in order. Payloads may be missing. */
export interface Decoder {
  readonly clockRateHz: number;
  /** Returns the duration of a payload in units of the RTP timestamp; 0 when it is invalid. */
  duration(octets: Uint8Array, start: number, end: number): number;
  /**
   * Decodes the octets from `start` to `end` into the beginning of `pcm`. Returns the number of samples, which always
   * matches `duration`.
   */
  decode(octets: Uint8Array, start: number, end: number, pcm: Int16Array): number;
  /** Fills `count` samples of `pcm` for missing payloads just before `next`; `next` is `null` when it has not arrived. */
  conceal?(pcm: Int16Array, count: number, next: Payload | null): Concealment;
  /** Releases the memory. The decoder returns silence from then on. */
  free?(): void;
}

/** Creates a decoder of G.711 at 8 kHz, one octet a sample. */
export function g711Decoder(codec: G711Codec): Decoder {
  return tableDecoder(g711DecodingTable(codec));
}

/** Creates a decoder that looks up the sample of each octet. */
export function tableDecoder(table: Int16Array): Decoder {
  return {
    clockRateHz: 8_000,
    duration: (_octets, start, end) => end - start,
    decode(octets, start, end, pcm) {
      for (let at = start; at < end; at++) pcm[at - start] = table[octets[at]!]!;
      return end - start;
    },
  };
}
