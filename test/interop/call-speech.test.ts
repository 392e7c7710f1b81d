import { beforeAll, expect, it } from 'vitest';
import { hear, spoken } from './call-speech.ts';

let speech: Int16Array;
beforeAll(async () => {
  speech = await spoken('Hello Ada, this is a call.');
});

/** The speech after a second of silence; `change` does to each packet, by its number, what is done to it. */
function recorded(pcm: Int16Array, change: (packet: Int16Array, n: number) => number[]): Int16Array {
  const packets = Array.from({ length: Math.ceil(pcm.length / 160) }, (_, n) =>
    change(pcm.slice(n * 160, n * 160 + 160), n),
  );
  return Int16Array.from([
    ...new Array<number>(8_000).fill(0),
    ...packets.flat(),
    ...new Array<number>(8_000).fill(0),
  ]);
}

it('speech is heard whole although a busy machine left gaps in it', () => {
  const gap = new Array<number>(480).fill(0);
  const whole = hear(
    recorded(speech, (packet) => [...packet]),
    speech,
  );
  expect(whole.likeness).toBeGreaterThan(0.99);
  expect(whole.startSeconds).toBeCloseTo(1, 2);
  const late = recorded(speech, (packet, n) => (n % 18 === 17 ? [...gap, ...packet] : [...packet]));
  expect(hear(late, speech).likeness).toBeGreaterThan(0.98);
});

it('neither another text is heard as it, nor packets that are lost again and again, nor played backwards', async () => {
  const other = await spoken('Good evening Bob, that was somebody else entirely.');
  const spoilt = [
    recorded(other, (packet) => [...packet]),
    recorded(speech, (packet, n) => (n % 5 === 0 ? new Array<number>(160).fill(0) : [...packet])),
    recorded(speech, (packet) => [...packet].reverse()),
  ];
  for (const recording of spoilt) expect(hear(recording, speech).likeness).toBeLessThan(0.9);
});
