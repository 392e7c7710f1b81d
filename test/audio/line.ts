import { noise, tone } from './signals.ts';

/** Signals of a telephone line besides speech, at 8 kHz, for tests of analysers. */

/** Returns the sum of all signals, as long as the longest, clipped at full scale. */
export function mix(...signals: Int16Array[]): Int16Array {
  const sum = new Int32Array(Math.max(...signals.map((signal) => signal.length)));
  for (const signal of signals) for (let n = 0; n < signal.length; n++) sum[n]! += signal[n]!;
  return Int16Array.from(sum, (sample) => Math.max(-32_768, Math.min(32_767, sample)));
}

/** Concatenates signals. */
export function join(...signals: Int16Array[]): Int16Array {
  const joined = new Int16Array(signals.reduce((length, signal) => length + signal.length, 0));
  let at = 0;
  for (const signal of signals) {
    joined.set(signal, at);
    at += signal.length;
  }
  return joined;
}

/** Returns digital silence. */
export function silence(durationMs: number): Int16Array {
  return new Int16Array(durationMs * 8);
}

/** Returns the root mean square of the samples. */
export function level(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, pcm.length));
}

/** Returns noise of this root mean square: white, or as in a car, falling 6 dB per octave above 200 Hz. */
export function lineNoise(
  seed: number,
  durationMs: number,
  rms: number,
  colour: 'white' | 'car',
): Int16Array {
  const white = noise(seed, durationMs, 20_000);
  let low = 0;
  const coloured = Float64Array.from(white, (sample) => {
    low += 0.15 * (sample - low);
    return colour === 'white' ? sample : low;
  });
  const scale = rms / Math.sqrt(coloured.reduce((sum, sample) => sum + sample ** 2, 0) / coloured.length);
  return Int16Array.from(coloured, (sample) => Math.round(sample * scale));
}

const rows = [697, 770, 852, 941];
const columns = [1209, 1336, 1477, 1633];
const keypad = '123A456B789C*0#D';

/** Returns the tones of keys, `onMs` long with pauses of `offMs`. */
export function keyTones(keys: string, onMs: number, offMs: number, amplitude = 4_000): Int16Array {
  const pieces = [...keys].flatMap((key) => {
    const at = keypad.indexOf(key);
    const row = tone(rows[at >> 2]!, onMs, amplitude);
    return [mix(row, tone(columns[at & 3]!, onMs, amplitude)), silence(offMs)];
  });
  return join(...pieces);
}

/** Returns an intermittent tone of these frequencies, such as a ringing or busy tone. */
export function cadence(frequencies: number[], onMs: number, offMs: number, times: number): Int16Array {
  const on = mix(...frequencies.map((frequency) => tone(frequency, onMs, 3_000)));
  return join(...Array.from({ length: times }, () => join(on, silence(offMs))));
}

/** Returns short bursts of a few samples, as from plugs and bad contacts. */
export function clicks(durationMs: number, everyMs: number, amplitude = 12_000): Int16Array {
  const pcm = silence(durationMs);
  for (let at = everyMs * 4; at < pcm.length; at += everyMs * 8) {
    pcm[at] = amplitude;
    pcm[at + 1] = -amplitude;
    pcm[at + 2] = amplitude / 2;
  }
  return pcm;
}
