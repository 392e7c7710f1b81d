import { expect, it } from 'vitest';
import { endToEndLatencies, soundsOf } from './end-to-end-latency.ts';
import { join, lineNoise, mix, silence } from './line.ts';
import { noise } from './signals.ts';

it('finds sounds to 10 ms, bridges the pauses of a sentence and passes over clicks and faint noise', () => {
  const speech = join(silence(500), noise(1, 400), silence(300), noise(2, 200), silence(900), noise(3, 20));
  const line = mix(speech, lineNoise(4, speech.length / 8, 20, 'white'));
  expect(soundsOf(line, 8000)).toEqual([{ startMs: 500, endMs: 1400 }]);
  expect(soundsOf(silence(1000), 8000)).toEqual([]);
});

it('pairs what the customer said with the first answer to it, and leaves out what got no answer', () => {
  const customer = join(silence(1000), noise(1, 500), silence(3000), noise(2, 500), silence(1000));
  const agent = join(noise(3, 500), silence(1400), noise(4, 1000), silence(4000));
  expect(endToEndLatencies({ sampleRateHz: 8000, channels: [customer, agent] })).toEqual([
    { callerEndMs: 1500, agentStartMs: 1900, latencyMs: 400 },
  ]);
});
