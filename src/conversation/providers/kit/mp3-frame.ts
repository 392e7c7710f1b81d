/** The length of a frame header. */
export const mp3HeaderBytes = 4;

const kilobits1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobits2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** By version bits: the divisor of the sample rates, and the bit rates (ISO 11172-3, 13818-3). */
const versions = [
  { divisor: 4, kilobits: kilobits2, bytesOf: 72 },
  null,
  { divisor: 2, kilobits: kilobits2, bytesOf: 72 },
  { divisor: 1, kilobits: kilobits1, bytesOf: 144 },
];
const rates = [44_100, 48_000, 32_000];

/**
 * Returns the length of the MP3 frame at `at`; `null` when there is none. Only layer III counts, because the bytes of a
 * quiet sample (-1) look like a header of layer I.
 */
export function mp3FrameBytes(bytes: Uint8Array, at = 0): number | null {
  const [sync = 0, kind = 0, form = 0] = bytes.subarray(at, at + mp3HeaderBytes);
  const isLayer3 = sync === 0xff && (kind & 0xe6) === 0xe2;
  const version = versions[(kind >> 3) & 3];
  const kilobits = version?.kilobits[(form >> 4) - 1];
  const rate = rates[(form >> 2) & 3];
  if (!isLayer3 || !version || kilobits === undefined || rate === undefined) return null;
  return Math.floor((version.bytesOf * kilobits * 1000 * version.divisor) / rate) + ((form >> 1) & 1);
}

/** Returns whether two MP3 frames of the same kind follow each other. Samples can look like one frame by chance. */
export function beginsMp3(bytes: Uint8Array): boolean {
  const length = mp3FrameBytes(bytes);
  if (length === null || bytes.length < length + mp3HeaderBytes) return false;
  const isSame = (offset: number, mask: number) =>
    ((bytes[offset] ?? 0) & mask) === ((bytes[length + offset] ?? 0) & mask);
  return mp3FrameBytes(bytes, length) !== null && isSame(1, 0xfe) && isSame(2, 0x0c);
}
