/** The sample rate of the model. */
const decoderRateHz = 16_000;

/**
 * Returns audio for the decoder: raw 16-bit samples at 16 kHz. Audio at 8 kHz gets zeros between its samples. They
 * create a mirror image above 4 kHz, which is closer to the model's training data than silence. More sentences are
 * recognized than with a filter. A faint noise replaces the room noise that digital silence lacks.
 */
export function toDecoderAudio(pcm: Int16Array, sampleRateHz: number): Uint8Array {
  const step = decoderRateHz / sampleRateHz;
  const samples = new Int16Array(pcm.length * step);
  let seed = 1;
  for (const [index, sample] of pcm.entries()) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const noisy = sample + (seed >> 27) - 8;
    samples[index * step] = Math.max(-32_768, Math.min(32_767, noisy));
  }
  return new Uint8Array(samples.buffer);
}
