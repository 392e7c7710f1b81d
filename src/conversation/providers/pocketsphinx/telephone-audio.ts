/** What the model was trained on. */
const decoderRateHz = 16_000;

/**
 * Audio as the decoder wants it, as raw 16-bit samples at 16 kHz. From 8 kHz it gets zeros between the samples: the
 * mirrored image of the telephone band that this leaves above 4 kHz is closer to what the model knows than nothing,
 * and it understands more sentences so than with a filter. A faint noise stands for the room that digital silence lacks.
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
