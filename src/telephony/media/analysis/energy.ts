/** Returns the energy of a frame in decibels relative to one unit of the 16-bit scale; full scale is 90. */
export function energyOf(frame: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < frame.length; i++) sum += frame[i]! * frame[i]!;
  return decibels(sum / frame.length);
}

/** Returns a mean square of samples in decibels; silence is 0. */
export function decibels(meanSquare: number): number {
  return 10 * Math.log10(meanSquare + 1);
}

/** Returns how many flags are set. */
export function count(flags: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < flags.length; i++) sum += flags[i]!;
  return sum;
}
