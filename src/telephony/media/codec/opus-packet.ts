/** Units a second of the RTP timestamps of Opus, whatever it carries (RFC 7587 §4.1). */
export const opusClockRateHz = 48_000;

/** The lengths of frames in milliseconds (RFC 6716 §3.1 table 2), by the two low bits of the configuration. */
const silkFrameMs = [10, 20, 40, 60];
const hybridFrameMs = [10, 20];
const celtFrameMs = [2.5, 5, 10, 20];
/** No packet is longer (RFC 6716 §3.2.5, R5). */
const packetMsMax = 120;

/** How long the packet from `start` to `end` is, in units of its clock; 0 if its head says that it is none (RFC 6716 §3). */
export function opusDuration(octets: Uint8Array, start: number, end: number): number {
  if (end <= start) return 0;
  const durationMs = frameMs(octets[start]!) * frameCount(octets, start, end);
  return durationMs > packetMsMax ? 0 : (durationMs * opusClockRateHz) / 1000;
}

/**
 * Whether the packet repeats the one before it in a lower quality: the flag for that stands after those of voice
 * activity, one for each 20 ms (RFC 6716 §4.2.3). Only asked of packets of one frame, as telephones send them.
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
