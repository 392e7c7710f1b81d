/** Makes payloads of 20 ms frames, one after the other. */
export interface Encoder {
  /** Writes the payload of `frame` into `octets` from `start`; returns how many octets that are. */
  encode(frame: Int16Array, octets: Uint8Array, start: number): number;
  /** Gives its memory back; it is not used after that. */
  free?(): void;
}

/** Octets of the longest payload of 20 ms, with any codec. */
export const payloadBytesMax = 160;
