/** Bytes of the header of a frame. */
export const mp3HeaderBytes = 4;

const kilobits1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobits2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** By the two bits of the version: what its sample rates are divided by, and its bits per second (ISO 11172-3, 13818-3). */
const versions = [
  { divisor: 4, kilobits: kilobits2, bytesOf: 72 },
  null,
  { divisor: 2, kilobits: kilobits2, bytesOf: 72 },
  { divisor: 1, kilobits: kilobits1, bytesOf: 144 },
];
const rates = [44_100, 48_000, 32_000];

/**
 * How long the MP3 frame is whose header begins at `at`; null: there is none. Only layer III is known, as a quiet sample
 * (-1) is a header of layer I.
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

/** Whether a stream of MP3 begins there: a frame, and behind it another of the same kind. Samples can be one by chance. */
export function beginsMp3(bytes: Uint8Array): boolean {
  const length = mp3FrameBytes(bytes);
  if (length === null || bytes.length < length + mp3HeaderBytes) return false;
  const isSame = (offset: number, mask: number) =>
    ((bytes[offset] ?? 0) & mask) === ((bytes[length + offset] ?? 0) & mask);
  return mp3FrameBytes(bytes, length) !== null && isSame(1, 0xfe) && isSame(2, 0x0c);
}
