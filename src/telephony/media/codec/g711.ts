/**
 * The laws of ITU-T G.711. The tables are computed when this module loads, so a sample costs one look-up either way.
 * The samples of µ-law (14 bits) and A-law (13 bits) are left-aligned in 16 bits here.
 */
export type G711Codec = 'pcmu' | 'pcma';

/** Decodes a µ-law octet: inverted bits, then sign, three bits of segment, four of step (G.711 table 2). */
function decodeMulawOctet(octet: number): number {
  const bits = ~octet & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 0x07)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}

/** Decodes an A-law octet: even bits inverted, then sign, segment and step (G.711 table 1). */
function decodeAlawOctet(octet: number): number {
  const bits = octet ^ 0x55;
  const segment = (bits >> 4) & 0x07;
  const step = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

/** Encodes a µ-law octet. The bias of 132 makes the highest set bit identify the segment. */
function encodeMulawSample(sample: number): number {
  const biased = Math.min(Math.abs(sample), 32635) + 0x84;
  const segment = 24 - Math.clz32(biased);
  const step = (biased >> (segment + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | step) & 0xff;
}

/** Encodes an A-law octet. The two lowest segments have the same step size. */
function encodeAlawSample(sample: number): number {
  const magnitude = sample < 0 ? ~sample : sample;
  const segment = Math.max(0, 24 - Math.clz32(magnitude));
  const step = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 0x0f;
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | step) ^ 0x55;
}

function decodingTable(decode: (octet: number) => number): Int16Array {
  return Int16Array.from({ length: 256 }, (_, octet) => decode(octet));
}

/** Returns a table whose index is a sample's 16 bits as an unsigned number. */
function encodingTable(encode: (sample: number) => number): Uint8Array {
  return Uint8Array.from({ length: 65_536 }, (_, bits) => encode((bits << 16) >> 16));
}

const decodingTables = { pcmu: decodingTable(decodeMulawOctet), pcma: decodingTable(decodeAlawOctet) };
const encodingTables = { pcmu: encodingTable(encodeMulawSample), pcma: encodingTable(encodeAlawSample) };

/** Returns the 256 linear samples of a law, indexed by octet. */
export function g711DecodingTable(codec: G711Codec): Int16Array {
  return decodingTables[codec];
}

export function encodeG711(codec: G711Codec, pcm: Int16Array): Uint8Array {
  const octets = new Uint8Array(pcm.length);
  encodeG711Into(codec, pcm, 0, pcm.length, octets, 0);
  return octets;
}

export function decodeG711(codec: G711Codec, octets: Uint8Array): Int16Array {
  const table = decodingTables[codec];
  const pcm = new Int16Array(octets.length);
  for (let i = 0; i < octets.length; i++) pcm[i] = table[octets[i]!]!;
  return pcm;
}

/** Encodes `sampleCount` samples from `pcmStart` into `octets` from `octetStart`, without allocating. */
export function encodeG711Into(
  codec: G711Codec,
  pcm: Int16Array,
  pcmStart: number,
  sampleCount: number,
  octets: Uint8Array,
  octetStart: number,
): void {
  const table = encodingTables[codec];
  for (let i = 0; i < sampleCount; i++) octets[octetStart + i] = table[pcm[pcmStart + i]! & 0xffff]!;
}
