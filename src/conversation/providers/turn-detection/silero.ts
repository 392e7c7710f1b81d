import { openModel, probabilityOf, type Runtime } from './runtime.ts';

/** The samples of a window (32 ms at 16 kHz), and the samples before it that it also takes. */
const size = 512;
const context = 64;
/** The windows that the model hears (0.5 s) before its judgement of the last one. */
const windowCount = 16;
/** The audio that suffices for a judgement, in milliseconds. */
export const sileroAudioMs = 520;

/**
 * Loads a Silero VAD model, version 5 or 6 (github.com/snakers4/silero-vad). It takes one window after the other, with a
 * `state`, and returns the probability that the window contains speech. Rejects when the file is another model.
 */
export async function loadSilero(runtime: Runtime, file: string) {
  const model = await openModel(runtime, file, ['input', 'state', 'sr']);
  const { Tensor } = runtime;
  const sr = new Tensor('int64', BigInt64Array.of(16_000n), []);
  /** Returns the probability of speech in the last 32 ms of audio at 16 kHz. */
  const judge = async (pcm: Int16Array): Promise<number> => {
    const samples = lastSamples(pcm, context + windowCount * size);
    let state = new Tensor('float32', new Float32Array(2 * 128), [2, 1, 128]);
    let speech = 0;
    for (let n = 0; n < windowCount; n++) {
      const window = samples.slice(n * size, n * size + context + size);
      const input = new Tensor('float32', window, [1, window.length]);
      const { output, stateN } = await model.run({ input, state, sr });
      if (!stateN) throw new Error('it has no output stateN');
      state = stateN;
      speech = probabilityOf(output);
    }
    return speech;
  };
  await judge(new Int16Array());
  return judge;
}

/** Returns the last `count` samples, from -1 to 1, after silence if there are fewer. */
function lastSamples(pcm: Int16Array, count: number): Float32Array {
  const last = pcm.subarray(Math.max(pcm.length - count, 0));
  const samples = new Float32Array(count);
  for (let n = 0; n < last.length; n++) samples[count - last.length + n] = last[n]! / 32_768;
  return samples;
}
