const bars = '▁▂▃▄▅▆▇█';
/** The share of full scale that is drawn as the highest bar: about as loud as speech becomes. */
const highestShare = 0.25;

/** One bar, as high as a level in decibels below full scale is loud: its pressure to the power of a half. */
export function bar(db: number): string {
  const share = Math.sqrt(10 ** (db / 20) / highestShare);
  return bars[Math.min(bars.length - 1, Math.round(share * (bars.length - 1)))]!;
}

/** The level of a piece of audio: its root mean square in decibels below full scale; silence is −Infinity. */
export function loudness(pcm: Int16Array): number {
  const energy = pcm.reduce((sum, sample) => sum + sample * sample, 0);
  return 20 * Math.log10(Math.sqrt(energy / Math.max(1, pcm.length)) / 32_768);
}

/** A whole channel drawn in `width` bars. */
export function waveform(pcm: Int16Array, width: number): string {
  const edge = (column: number) => Math.floor((column * pcm.length) / width);
  return Array.from({ length: width }, (_, n) => bar(loudness(pcm.subarray(edge(n), edge(n + 1))))).join('');
}

/** How many seconds of 8 kHz audio hold speech, counted in pieces of 20 ms. */
export function secondsOfSpeech(pcm: Int16Array): number {
  let loud = 0;
  for (let at = 0; at < pcm.length; at += 160) {
    if (loudness(pcm.subarray(at, at + 160)) > -50) loud++;
  }
  return loud / 50;
}
