import { expect, test } from 'vitest';
import { bandCount, featuresRateHz, frameCount, melFeatures } from './mel-features.ts';

const sampleCount = 128_000;
const hop = 160;

/** Returns noise of one level, with tones in it, from a fixed seed. */
function someSpeech(length: number): Int16Array {
  let seed = 7;
  return Int16Array.from({ length }, (_, n) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const tones = Math.sin(0.21 * n) + Math.sin(0.034 * n * (1 + n / length));
    return 4_000 * tones * Math.sin(n / 3_000) ** 2 + (seed / 2 ** 31 - 0.5) * 600;
  });
}

/** Returns the sample at a position in 8 s of audio with mean 0 and variance 1, which is mirrored at both ends. */
function normalized(pcm: Int16Array): (n: number) => number {
  const audio = [...new Array<number>(sampleCount - pcm.length).fill(0), ...[...pcm].map((s) => s / 32_768)];
  const mean = audio.reduce((sum, x) => sum + x, 0) / sampleCount;
  const variance = audio.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sampleCount;
  return (n) => {
    const mirrored = n < 0 ? -n : n >= sampleCount ? 2 * (sampleCount - 1) - n : n;
    return (audio[mirrored]! - mean) / Math.sqrt(variance + 1e-7);
  };
}

/**
 * Returns the logarithm to the base 10 of one band of one frame, straight from the definitions: a Hann window of
 * 400 samples around the frame, a Fourier sum for each of 201 bins, and a triangle on Slaney's mel scale.
 */
function slowBand(at: (n: number) => number, frame: number, band: number): number {
  const hzOf = (mel: number) => (mel < 15 ? (mel * 200) / 3 : 1000 * 6.4 ** ((mel - 15) / 27));
  const melTop = 15 + (27 * Math.log(8)) / Math.log(6.4);
  const [low, middle, high] = [0, 1, 2].map((n) => hzOf((melTop * (band + n)) / (bandCount + 1)));
  let energy = 0;
  for (let bin = 0; bin <= 200; bin++) {
    const hz = 40 * bin;
    const height = Math.max(0, Math.min((hz - low!) / (middle! - low!), (high! - hz) / (high! - middle!)));
    if (height === 0) continue;
    let [re, im] = [0, 0];
    for (let n = 0; n < 400; n++) {
      const sample = at(frame * hop - 200 + n) * Math.sin((Math.PI * n) / 400) ** 2;
      re += sample * Math.cos((2 * Math.PI * bin * n) / 400);
      im -= sample * Math.sin((2 * Math.PI * bin * n) / 400);
    }
    energy += ((re ** 2 + im ** 2) * height * 2) / (high! - low!);
  }
  return Math.log10(Math.max(energy, 1e-10));
}

const feature = (features: Float32Array, frame: number, band: number) => features[band * frameCount + frame]!;

test.each([
  ['short audio', 40_123],
  ['audio that is 8 s long', sampleCount],
])('computes the features of %s as they are defined', (_, length) => {
  const pcm = someSpeech(length);
  const features = melFeatures(pcm);
  expect(features.length).toBe(bandCount * frameCount);
  const at = normalized(pcm);
  const loudest = 4 * Math.max(...features) - 4;
  const places = [0, 1, 300, 549, 550, 551, 700, 798, 799].flatMap((frame) =>
    [0, 1, 17, 40, 79].map((band) => ({ frame, band })),
  );
  for (const { frame, band } of places) {
    const expected = (Math.max(slowBand(at, frame, band), loudest - 8) + 4) / 4;
    expect(feature(features, frame, band), `frame ${frame}, band ${band}`).toBeCloseTo(expected, 5);
  }
});

test('moves the frames by one when the audio moves by one hop', () => {
  const pcm = someSpeech(sampleCount + hop);
  // Silence at both ends keeps mean and variance, and the mirrored ends, the same.
  pcm.fill(0, 0, 2_000).fill(0, sampleCount - 2_000);
  const [later, sooner] = [melFeatures(pcm.subarray(0, sampleCount)), melFeatures(pcm)];
  for (let frame = 2; frame < frameCount - 2; frame++) {
    for (let band = 0; band < bandCount; band++) {
      const difference = feature(sooner, frame, band) - feature(later, frame + 1, band);
      if (Math.abs(difference) > 1e-6) expect.fail(`frame ${frame}, band ${band}: ${difference}`);
    }
  }
});

test('takes the last 8 s, and puts silence before shorter audio', () => {
  const pcm = someSpeech(30_000);
  const padded = new Int16Array(sampleCount);
  padded.set(pcm, sampleCount - pcm.length);
  const expected = melFeatures(padded);
  expect(melFeatures(pcm)).toEqual(expected);
  const longer = new Int16Array(featuresRateHz + sampleCount).fill(9);
  longer.set(padded, featuresRateHz);
  expect(melFeatures(longer)).toEqual(expected);
});

test('is -1.5 throughout silence', () => {
  expect(new Set(melFeatures(new Int16Array()))).toEqual(new Set([-1.5]));
});
