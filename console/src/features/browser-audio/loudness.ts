/** Returns the peak of 16-bit samples on a logarithmic scale, from -50 dB (0) to full scale (1). */
export function loudnessOf(frame: ArrayBuffer): number {
  let peak = 1;
  for (const sample of new Int16Array(frame)) peak = Math.max(peak, Math.abs(sample));
  return Math.max(0, 1 + (20 * Math.log10(peak / 32_768)) / 50);
}
