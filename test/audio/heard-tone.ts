/** The share of a tone in a recording, in pieces of 50 ms. */
export interface HeardTone {
  /** The seconds of pieces that contain little but the tone. */
  seconds: number;
  /** The share of the tone's pieces among those that are not silent, 0 to 1. */
  share: number;
}

/**
 * Finds a tone in a recording piece by piece, at any phase. A late packet of a busy machine shifts what follows, and so
 * spoils only the piece in which it happens.
 */
export function heardTone(recording: Int16Array, frequencyHz: number, sampleRateHz: number): HeardTone {
  const length = sampleRateHz / 20;
  let loud = 0;
  let alike = 0;
  for (let at = 0; at + length <= recording.length; at += length) {
    const piece = recording.subarray(at, at + length);
    const energy = piece.reduce((sum, sample) => sum + sample ** 2, 0);
    if (energy < length * silentBelow ** 2) continue;
    loud++;
    if (likeness(piece, energy, (2 * Math.PI * frequencyHz) / sampleRateHz) > alikeFrom) alike++;
  }
  return { seconds: alike / 20, share: loud === 0 ? 0 : alike / loud };
}

const silentBelow = 100;
const alikeFrom = 0.95;

/** Returns the tone's share of a piece's amplitude, 0 to 1. */
function likeness(piece: Int16Array, energy: number, radians: number): number {
  let [sine, cosine] = [0, 0];
  piece.forEach((sample, n) => {
    sine += sample * Math.sin(radians * n);
    cosine += sample * Math.cos(radians * n);
  });
  return Math.sqrt((sine ** 2 + cosine ** 2) / (energy * (piece.length / 2)));
}
