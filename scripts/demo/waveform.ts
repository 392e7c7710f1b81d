const bars = '▁▂▃▄▅▆▇█';
/** The share of full scale that has the highest bar: the usual maximum of speech. */
const highestShare = 0.25;

/** Returns a bar for a level in decibels below full scale. Its height is the square root of the pressure. */
export function bar(db: number): string {
  const share = Math.sqrt(10 ** (db / 20) / highestShare);
  return bars[Math.min(bars.length - 1, Math.round(share * (bars.length - 1)))]!;
}

/** Returns the level of audio: its root mean square in decibels below full scale. Silence is −Infinity. */
export function loudness(pcm: Int16Array): number {
  const energy = pcm.reduce((sum, sample) => sum + sample * sample, 0);
  return 20 * Math.log10(Math.sqrt(energy / Math.max(1, pcm.length)) / 32_768);
}

/** Draws a whole channel in `width` bars. */
export function waveform(pcm: Int16Array, width: number): string {
  const edge = (column: number) => Math.floor((column * pcm.length) / width);
  return Array.from({ length: width }, (_, n) => bar(loudness(pcm.subarray(edge(n), edge(n + 1))))).join('');
}

/** Returns the seconds of 8 kHz audio with speech, in pieces of 20 ms. */
export function secondsOfSpeech(pcm: Int16Array): number {
  let loud = 0;
  for (let at = 0; at < pcm.length; at += 160) {
    if (loudness(pcm.subarray(at, at + 160)) > -50) loud++;
  }
  return loud / 50;
}
