/** The level of digital silence, in dB relative to full scale. */
export const silenceDb = -96;

/** Returns the level of audio: its root mean square in dB relative to full scale, from −96 to 0. */
export function levelDb(pcm: Int16Array): number {
  if (pcm.length === 0) return silenceDb;
  let energy = 0;
  for (const sample of pcm) energy += sample * sample;
  const rms = Math.sqrt(energy / pcm.length) / 32_768;
  return rms === 0 ? silenceDb : Math.max(silenceDb, 20 * Math.log10(rms));
}

/**
 * Returns the payload of an RTP packet (RFC 3550 §5.1), or null when the datagram is not RTP:
 *
 *     |V=2|P|X|  CC   |M|     PT      |       sequence number         |
 *
 * Then 8 octets and 4 × CC octets follow. With X an extension follows, whose third and fourth octets hold its length in
 * words of 4 octets, without its first word.
 */
export function rtpPayload(
  datagram: Uint8Array,
): { payloadType: number; timestamp: number; payload: Uint8Array } | null {
  if (datagram.length < 12 || datagram[0]! >> 6 !== 2) return null;
  let start = 12 + (datagram[0]! & 0x0f) * 4;
  if ((datagram[0]! & 0x10) !== 0) {
    if (datagram.length < start + 4) return null;
    start += 4 + ((datagram[start + 2]! << 8) | datagram[start + 3]!) * 4;
  }
  const padding = (datagram[0]! & 0x20) === 0 ? 0 : datagram.at(-1)!;
  const end = datagram.length - padding;
  if (start > end) return null;
  const timestamp = new DataView(datagram.buffer, datagram.byteOffset).getUint32(4);
  return { payloadType: datagram[1]! & 0x7f, timestamp, payload: datagram.subarray(start, end) };
}
