import { endianness } from 'node:os';

const isLittleEndian = endianness() === 'LE';

/** Decodes 16-bit little-endian audio from parts of any length, even if they split a sample. */
export class PcmReader {
  #rest: number | null = null;

  read(part: Uint8Array): Int16Array {
    const restLength = this.#rest === null ? 0 : 1;
    const length = restLength + part.length;
    const bytes = new Uint8Array(length - (length % 2));
    if (this.#rest !== null && bytes.length > 0) bytes[0] = this.#rest;
    if (bytes.length > 0) bytes.set(part.subarray(0, bytes.length - restLength), restLength);
    if (length % 2 === 0) this.#rest = null;
    else if (part.length > 0) this.#rest = part[part.length - 1]!;
    return toSamples(bytes);
  }
}

/** Returns samples as 16-bit little-endian bytes. They usually share the memory of `pcm`, so change neither. */
export function pcmBytes(pcm: Int16Array): Uint8Array<ArrayBuffer> {
  const { buffer } = pcm;
  if (isLittleEndian && buffer instanceof ArrayBuffer) {
    return new Uint8Array(buffer, pcm.byteOffset, pcm.byteLength);
  }
  const bytes = new Uint8Array(pcm.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [n, sample] of pcm.entries()) view.setInt16(2 * n, sample, true);
  return bytes;
}

function toSamples(bytes: Uint8Array<ArrayBuffer>): Int16Array {
  const samples = new Int16Array(bytes.buffer, 0, bytes.length / 2);
  if (!isLittleEndian) {
    const view = new DataView(bytes.buffer);
    for (const n of samples.keys()) samples[n] = view.getInt16(2 * n, true);
  }
  return samples;
}
