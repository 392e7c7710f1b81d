import { type G711Codec, g711DecodingTable } from './g711.ts';

/** A payload: the octets from `start` to `end`. */
export interface Payload {
  octets: Uint8Array;
  start: number;
  end: number;
}

/** How a gap was filled: with what the next payload repeats of the lost one, with something likely, or not at all. */
export type Concealment = 'recovered' | 'invented' | 'none';

/** Makes audio of the payloads of one payload type. Payloads are given in order; one may be missing. */
export interface Decoder {
  /** Units a second of the RTP timestamps. */
  readonly clockRateHz: number;
  /** How long the payload is, in units of the RTP timestamp; 0 if it is none. */
  duration(octets: Uint8Array, start: number, end: number): number;
  /**
   * Decodes the octets from `start` to `end` into `pcm`, from its beginning; returns how many samples that are, always
   * as many as `duration` says.
   */
  decode(octets: Uint8Array, start: number, end: number, pcm: Int16Array): number;
  /** Fills `count` samples of `pcm` for payloads that are missing, just before `next` if that is there already. */
  conceal?(pcm: Int16Array, count: number, next: Payload | null): Concealment;
  /** Gives its memory back; it is silent from then on. */
  free?(): void;
}

/** A decoder of G.711 (one octet a sample) at 8 kHz. */
export function g711Decoder(codec: G711Codec): Decoder {
  return tableDecoder(g711DecodingTable(codec));
}

/** A decoder that looks each octet's sample up. */
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
