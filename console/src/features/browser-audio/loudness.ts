/** Returns the peak of 16-bit samples on a logarithmic scale, from -50 dB (0) to full scale (1). */
export function loudnessOf(frame: ArrayBuffer): number {
  let peak = 1;
  for (const sample of new Int16Array(frame)) peak = Math.max(peak, Math.abs(sample));
  return loudnessOfPeak(peak / 32_768);
}

/** Returns a peak from 0 to 1 on the same scale. */
export function loudnessOfPeak(peak: number): number {
  return peak <= 0 ? 0 : Math.max(0, 1 + (20 * Math.log10(peak)) / 50);
}
