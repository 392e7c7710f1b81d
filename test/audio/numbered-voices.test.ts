import { expect, it } from 'vitest';
import { decodeG711, encodeG711 } from '../../src/telephony/media/index.ts';
import { join, mix, silence } from './line.ts';
import { agentSays, callerSays, numbersIn, numbersMax } from './numbered-voices.ts';
import { noise } from './signals.ts';

const numbers = Array.from({ length: numbersMax + 1 }, (_, number) => number);
const packetSamples = 160;
const overLine = (pcm: Int16Array) => decodeG711('pcmu', encodeG711('pcmu', pcm));

/** Leaves a packet out, silences one, repeats two, clicks, and cuts in the middle of a wave, as on a busy machine. */
function damaged(voice: Int16Array): Int16Array {
  const packets = (from: number, to: number) => voice.subarray(from * packetSamples, to * packetSamples);
  const [whole, cut] = [packets(19, 24), packets(24, 30).subarray(90)];
  return join(
    packets(0, 6),
    packets(7, 12),
    silence(20),
    packets(13, 19),
    packets(17, 19),
    whole,
    noise(1, 5),
    cut,
  );
}

it('each number is only itself, also in damaged audio', () => {
  for (const says of [agentSays, callerSays]) {
    const read = numbers.map((number) =>
      numbersIn(overLine(join(silence(10 + number / 8), damaged(says(number, 600)), silence(100)))),
    );
    expect(read).toEqual(numbers.map((number) => [number]));
  }
});

it('one packet of another voice is noticed, in place of the own voice and mixed with it', () => {
  for (const number of numbers) {
    const other = (number + 1) % numbers.length;
    const [own, stray] = [callerSays(number, 400), agentSays(other, 20)];
    const at = 1000 + number;
    const replaced = join(own.subarray(0, at), stray, own.subarray(at + packetSamples));
    expect(numbersIn(overLine(replaced))).toEqual([number, other].toSorted((a, b) => a - b));
    const mixed = mix(own, join(new Int16Array(at), stray, new Int16Array(own.length - at - packetSamples)));
    expect(numbersIn(overLine(mixed))).not.toEqual([number]);
  }
});

it('silence and noise are no number', () => {
  expect(numbersIn(join(silence(500), noise(1, 500)))).toEqual([]);
});
