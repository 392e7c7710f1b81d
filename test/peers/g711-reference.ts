/**
 * G.711 by searching the segments of the standard's tables. It is slow, and written independently of the program's
 * tables, so that each checks the other.
 */
export type PeerCodec = 'pcmu' | 'pcma';

function expandMulaw(octet: number): number {
  const inverted = 255 - octet;
  const negative = inverted >= 128;
  const segment = Math.floor((inverted % 128) / 16);
  const step = inverted % 16;
  // Segment s begins at 33 × 2^s − 33 in units of the 14-bit scale, with steps of 2^(s + 1).
  const magnitude = 33 * 2 ** segment - 33 + step * 2 ** (segment + 1);
  return (negative ? -magnitude : magnitude) * 4;
}

function expandAlaw(octet: number): number {
  const inverted = octet ^ 0b0101_0101;
  const negative = inverted < 128;
  const segment = Math.floor((inverted % 128) / 16);
  const step = inverted % 16;
  // On the 13-bit scale, segments 0 and 1 have steps of 2, and each further segment has steps of twice the size.
  const magnitude = segment === 0 ? 2 * step + 1 : (2 * step + 33) * 2 ** (segment - 1);
  return (negative ? -magnitude : magnitude) * 8;
}

const expanded = {
  pcmu: Array.from({ length: 256 }, (_, octet) => expandMulaw(octet)),
  pcma: Array.from({ length: 256 }, (_, octet) => expandAlaw(octet)),
};

/** Returns the linear sample of an octet. */
export function expand(codec: PeerCodec, octet: number): number {
  return expanded[codec][octet]!;
}

/** Returns the magnitudes that an octet stands for, on the scale of 16 bits (the decision values of G.711's tables). */
export function decisionInterval(
  codec: PeerCodec,
  octet: number,
): { sign: number; from: number; to: number; isTop: boolean } {
  const inverted = codec === 'pcmu' ? 255 - octet : octet ^ 0b0101_0101;
  const isHighBit = inverted >= 128;
  const segment = Math.floor((inverted % 128) / 16);
  const step = inverted % 16;
  const isTop = inverted % 128 === 127;
  if (codec === 'pcmu') {
    const width = 2 ** (segment + 1);
    const from = 2 ** (segment + 5) - 33 + step * width;
    return { sign: isHighBit ? -1 : 1, from: Math.max(0, from * 4), to: (from + width) * 4, isTop };
  }
  const width = segment === 0 ? 2 : 2 ** segment;
  const from = segment === 0 ? 2 * step : (2 * step + 32) * 2 ** (segment - 1);
  return { sign: isHighBit ? 1 : -1, from: from * 8, to: (from + width) * 8, isTop };
}

/** All octets in the order of their samples, for searching the nearest one. */
const ordered = {
  pcmu: orderedOctets('pcmu'),
  pcma: orderedOctets('pcma'),
};

function orderedOctets(codec: PeerCodec): number[] {
  return Array.from({ length: 256 }, (_, octet) => octet).sort((a, b) => expand(codec, a) - expand(codec, b));
}

/** Returns the octet with the nearest sample. */
export function compress(codec: PeerCodec, sample: number): number {
  const octets = ordered[codec];
  let low = 0;
  let high = octets.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (expand(codec, octets[middle]!) <= sample) low = middle;
    else high = middle;
  }
  const below = sample - expand(codec, octets[low]!);
  const above = expand(codec, octets[high]!) - sample;
  return octets[below <= above ? low : high]!;
}
