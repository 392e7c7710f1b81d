import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelledSpeech } from '../../../../test/audio/labelled-speech.ts';
import { cadence, join, keyTones, lineNoise, mix, silence } from '../../../../test/audio/line.ts';
import { tone } from '../../../../test/audio/signals.ts';
import { applyGain, decodeG711, encodeG711, toTelephoneRate } from '../index.ts';
import { DtmfSender, writeTones } from '../rtp/dtmf-sender.ts';
import { ToneDigits } from './tone-digits.ts';

const keys = '0123456789*#ABCD11';

function find(pcm: Int16Array, codec: 'pcmu' | 'pcma' = 'pcmu', rateHz = 8_000): string {
  const heard = decodeG711(codec, encodeG711(codec, pcm));
  const digits = new ToneDigits(rateHz);
  let found = '';
  for (let at = 0; at < heard.length; at += rateHz / 50) {
    found += digits.push(heard.subarray(at, at + rateHz / 50)) ?? '';
  }
  return found;
}

test('all keys are found in both laws, at any length, loudness and offset', () => {
  const law = fc.constantFrom('pcmu' as const, 'pcma' as const);
  const milliseconds = (min: number, max: number) => fc.integer({ min, max });
  fc.assert(
    fc.property(
      law,
      milliseconds(45, 300),
      milliseconds(45, 300),
      fc.integer({ min: 400, max: 14_000 }),
      fc.nat(159),
      (codec, onMs, offMs, amplitude, shift) => {
        const pcm = join(new Int16Array(shift), keyTones(keys, onMs, offMs, amplitude), silence(100));
        expect(find(pcm, codec)).toBe(keys);
      },
    ),
    { numRuns: 60 },
  );
});

test('keys are found in noise 15 dB below them, and with twist', () => {
  const pressed = keyTones(keys, 80, 80);
  expect(find(mix(pressed, lineNoise(1, pressed.length / 8, 700, 'white')))).toBe(keys);
  for (const [row, column] of [
    [6_000, 4_000],
    [4_000, 6_500],
  ] as const) {
    expect(find(mix(tone(770, 80, row), tone(1_336, 80, column)))).toBe('5');
  }
});

test('our own tones are found', () => {
  const sender = new DtmfSender();
  sender.push({ id: 1, digits: keys, durationTicks: 3, gapTicks: 3 });
  const frames: Int16Array[] = [];
  while (sender.nextId !== null) {
    const frame = new Int16Array(160);
    writeTones(sender.step(), frame);
    frames.push(frame);
  }
  expect(find(join(...frames))).toBe(keys);
});

test('nine minutes of voices and tones hold no key', async () => {
  const speech = await labelledSpeech();
  for (const { pcm } of speech) {
    const narrow = toTelephoneRate(pcm, 16_000);
    const lower = Int16Array.from({ length: narrow.length }, (_, n) => narrow[Math.floor(n * 0.8)]!);
    const higher = Int16Array.from({ length: narrow.length }, (_, n) => narrow[Math.floor(n * 1.25)] ?? 0);
    for (const voice of [narrow, lower, higher, applyGain(narrow, -15)]) expect(find(voice)).toBe('');
  }
  for (const frequencies of [[440, 480], [425], [350, 440], [480, 620], [941], [1_336], [1_000]]) {
    expect(find(cadence(frequencies, 500, 500, 5))).toBe('');
  }
});
