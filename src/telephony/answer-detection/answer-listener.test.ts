import { expect, it } from 'vitest';
import { cadence, join, keyTones, lineNoise, mix, silence } from '../../../test/audio/line.ts';
import { music, threeTones } from '../../../test/audio/machines.ts';
import { tone } from '../../../test/audio/signals.ts';
import { decodeG711, encodeG711 } from '../media/index.ts';
import { AnswerListener } from './answer-listener.ts';
import { InterceptListener } from './intercept-listener.ts';
import { ToneWatch } from './tone-watch.ts';

it('tones are found at their positions, and silence has none', () => {
  const watch = new ToneWatch();
  const pcm = join(silence(200), tone(850, 400), silence(200));
  const found = [];
  for (let at = 0; at < pcm.length; at += 160) found.push(watch.push(pcm.subarray(at, at + 160), at / 8));
  const tones = found.flatMap((each) => each ?? []);
  expect(tones.at(-1)).toMatchObject({ startMs: 200, endMs: 600 });
  expect(Math.abs(tones.at(-1)!.frequencyHz - 850)).toBeLessThan(10);
});

it('pieces of any length are accepted, at 8 and at 16 kHz', () => {
  const fax = join(silence(500), tone(2100, 1500));
  for (const length of [77, 160, 800, 4001]) {
    const listener = new AnswerListener(0, 8000);
    for (let at = 0; at < fax.length; at += length) listener.audio(fax.subarray(at, at + length), at / 8);
    expect(listener.verdict?.kind).toBe('fax');
  }
  const wide = join(tone(0, 1), tone(2100, 3000, 8000, 16_000));
  const listener = new AnswerListener(0, 16_000);
  for (let at = 0; at + 320 <= wide.length; at += 320) listener.audio(wide.subarray(at, at + 320), at / 16);
  expect(listener.verdict?.kind).toBe('fax');
});

/** Returns what is decided of this audio over G.711. */
function verdictOf(pcm: Int16Array) {
  const line = decodeG711('pcmu', encodeG711('pcmu', pcm));
  const listener = new AnswerListener(0, 8000);
  for (let at = 0; at + 160 <= line.length; at += 160) listener.audio(line.subarray(at, at + 160), at / 8);
  return listener.verdict;
}

const afterTones = silence(200);

it.each([
  ['ITU, nominal', [950, 1400, 1800], [330, 330, 330], {}, true],
  ['ITU, low and short, with gaps', [905, 1355, 1755], [260, 260, 260], { gapMs: 30 }, true],
  ['ITU, high and long', [995, 1445, 1845], [400, 400, 400], {}, true],
  ['intercept', [913.8, 1370.6, 1776.7], [274, 274, 380], {}, false],
  ['vacant code', [985.2, 1370.6, 1776.7], [380, 274, 380], { gapMs: 4 }, false],
  ['reorder', [913.8, 1428.5, 1776.7], [274, 380, 380], {}, true],
  ['reorder of another carrier', [985.2, 1370.6, 1776.7], [274, 380, 380], {}, true],
  ['no circuit', [985.2, 1428.5, 1776.7], [380, 380, 380], {}, true],
])(
  'special information tones end within 160 ms of the third, for good only with a code: %s',
  (_, hz, ms, options, isTemporary) => {
    for (const leadMs of [0, 7, 413]) {
      const tones = join(silence(leadMs), threeTones(hz, ms, options));
      const verdict = verdictOf(
        mix(join(tones, afterTones), lineNoise(leadMs, tones.length / 8 + 200, 60, 'car')),
      );
      expect(verdict).toMatchObject({ kind: 'intercept', isTemporary });
      expect(verdict!.decidedAtMs).toBeLessThanOrEqual(tones.length / 8 + 160);
    }
  },
);

it('other rows of tones are no special information tones', () => {
  const falling = threeTones([1800, 1400, 950]);
  const apart = threeTones([950, 1400, 1800], [330, 330, 330], { gapMs: 400 });
  const short = threeTones([950, 1400, 1800], [120, 120, 120]);
  const others = [
    falling,
    apart,
    short,
    keyTones('123', 330, 0),
    cadence([440, 480], 2000, 1000, 2),
    music(6000),
  ];
  for (const pcm of others) {
    expect(verdictOf(join(pcm, afterTones))?.kind).not.toBe('intercept');
    expect(new InterceptListener().audio(pcm, 0)).toBeNull();
  }
  expect(new InterceptListener().audio(join(threeTones(), afterTones), 0)).toBe('uncoded');
});

/** A note with this share of its second harmonic, which decays to 69 % in 250 ms. */
const note = (hz: number, ms: number, harmonic: number) =>
  mix(tone(hz, ms), tone(2 * hz, ms, 8_000 * harmonic)).map((sample, n) => sample * Math.exp(-n / 5_333));

it.each([0, 0.15, 0.3])(
  'melodies at the frequencies of special information tones are none, with %d of the second harmonic',
  (harmonic) => {
    const melody = [698, 932, 1397, 1760, 1397, 932, 1397, 1760];
    for (const [ms, gapMs] of [
      [250, 0],
      [300, 40],
      [420, 0],
    ] as const) {
      const notes = melody.flatMap((hz) => [note(hz, ms, harmonic), silence(gapMs)]);
      const line = decodeG711('pcmu', encodeG711('pcmu', join(silence(500), ...notes, afterTones)));
      expect(new InterceptListener().audio(line, 0)).toBeNull();
      expect(verdictOf(line)?.kind).not.toBe('intercept');
    }
  },
);

it('a row of tones among other tones, or with unequal levels, is no special information', () => {
  const steady = (...hz: number[]) => hz.map((each) => tone(each, 300));
  for (const row of [
    steady(932, 1397, 1760, 2093),
    steady(698, 932, 1397, 1760),
    [tone(950, 330), tone(1400, 330), tone(1800, 330, 4_000)],
    [note(950, 330, 0), note(1400, 330, 0), note(1800, 330, 0)],
  ])
    expect(new InterceptListener().audio(join(silence(300), ...row, afterTones), 0)).toBeNull();
});

it('music is a queue after three seconds, and noise and ringing are not', () => {
  const verdict = verdictOf(music(8000));
  expect(verdict).toMatchObject({ kind: 'queue', reason: 'music' });
  expect(verdict!.decidedAtMs).toBeLessThan(4000);
  for (const other of [lineNoise(5, 8000, 2000, 'car'), cadence([425], 1000, 4000, 2)])
    expect(verdictOf(other)?.kind).toBe('silence');
});
