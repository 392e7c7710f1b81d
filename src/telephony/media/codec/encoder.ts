/** Encodes consecutive frames of 20 ms. */
export interface Encoder {
  /** Writes the payload of `frame` into `octets` from `start`. Returns its length in octets. */
  encode(frame: Int16Array, octets: Uint8Array, start: number): number;
  /** Releases the memory. The encoder must not be used afterwards. */
  free?(): void;
}

/** The longest payload of 20 ms with any codec, in octets. */
export const payloadBytesMax = 160;
