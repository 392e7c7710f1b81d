/** The clock of RTP timestamps of Opus, in hertz (RFC 7587 §4.1). */
export const opusClockRateHz = 48_000;

/** Frame lengths in milliseconds, by the two low bits of the configuration (RFC 6716 §3.1, table 2). */
const silkFrameMs = [10, 20, 40, 60];
const hybridFrameMs = [10, 20];
const celtFrameMs = [2.5, 5, 10, 20];
/** The longest packet (RFC 6716 §3.2.5, R5). */
const packetMsMax = 120;

/** Returns the duration of the packet from `start` to `end` in units of its clock; 0 when it is invalid (RFC 6716 §3). */
export function opusDuration(octets: Uint8Array, start: number, end: number): number {
  if (end <= start) return 0;
  const durationMs = frameMs(octets[start]!) * frameCount(octets, start, end);
  return durationMs > packetMsMax ? 0 : (durationMs * opusClockRateHz) / 1000;
}

/**
 * Returns whether the packet repeats the one before it in a lower quality. The flag follows those of voice activity, one
 * for each 20 ms (RFC 6716 §4.2.3). Only packets of one frame are examined, as telephones send them.
 */
export function repeatsFormer(octets: Uint8Array, start: number, end: number): boolean {
  const toc = octets[start]!;
  if (end - start < 2 || (toc & 3) !== 0 || isCelt(toc)) return false;
  const voiceFlags = Math.max(1, frameMs(toc) / 20);
  return ((octets[start + 1]! >> (7 - voiceFlags)) & 1) === 1;
}

function isCelt(toc: number): boolean {
  return toc >> 3 >= 16;
}

function frameMs(toc: number): number {
  const configuration = toc >> 3;
  if (configuration < 12) return silkFrameMs[configuration & 3]!;
  if (configuration < 16) return hybridFrameMs[configuration & 1]!;
  return celtFrameMs[configuration & 3]!;
}

function frameCount(octets: Uint8Array, start: number, end: number): number {
  const code = octets[start]! & 3;
  if (code === 0) return 1;
  if (code < 3) return 2;
  return end - start < 2 ? 0 : octets[start + 1]! & 0x3f;
}
