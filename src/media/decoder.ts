import { type G711Codec, g711DecodingTable } from './g711.ts';

/** Makes audio of the payloads of one payload type. Payloads are given in order; one may be missing. */
export interface Decoder {
  /** How long a payload of so many octets is, in units of the RTP timestamp. */
  duration(octetCount: number): number;
  /** Decodes the octets from `start` to `end` into `pcm`, from its beginning; returns how many samples that are. */
  decode(octets: Uint8Array, start: number, end: number, pcm: Int16Array): number;
}

/** A decoder of G.711 (one octet a sample) at 8 kHz. */
export function g711Decoder(codec: G711Codec): Decoder {
  return tableDecoder(g711DecodingTable(codec));
}

/** A decoder that looks each octet's sample up. */
export function tableDecoder(table: Int16Array): Decoder {
  return {
    duration: (octetCount) => octetCount,
    decode(octets, start, end, pcm) {
      for (let at = start; at < end; at++) pcm[at - start] = table[octets[at]!]!;
      return end - start;
    },
  };
}
