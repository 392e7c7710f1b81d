/** The kinds of frames on a connection between two processes. */
export const frameKind = { audio: 0, text: 1 } as const;

const headBytes = 3;
/** The most bytes of a frame's contents. */
const contentsMax = 0xffff;

export interface Frame {
  kind: number;
  contents: Buffer;
}

/** Returns a frame: its kind (a byte), the length of its contents (two bytes, big-endian), and the contents. */
export function frame(kind: number, contents: Uint8Array): Buffer {
  if (contents.length > contentsMax) throw new RangeError(`a frame has at most ${contentsMax} bytes`);
  const bytes = Buffer.allocUnsafe(headBytes + contents.length);
  bytes[0] = kind;
  bytes.writeUInt16BE(contents.length, 1);
  bytes.set(contents, headBytes);
  return bytes;
}

/** Cuts what a connection receives into frames. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Takes received bytes, and returns the frames that are complete. */
  push(bytes: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    while (this.#rest.length >= headBytes) {
      const end = headBytes + this.#rest.readUInt16BE(1);
      if (this.#rest.length < end) break;
      frames.push({ kind: this.#rest[0]!, contents: this.#rest.subarray(headBytes, end) });
      this.#rest = this.#rest.subarray(end);
    }
    return frames;
  }
}
