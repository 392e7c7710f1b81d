import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { join, level, silence } from './line.ts';

const texts = [
  'Hello, this is Maria speaking.',
  'Yes.',
  'No.',
  'I would like to move my appointment to next Thursday, please.',
  'She sells sea shells.',
  'What time do you open?',
  'My number is five five five, one two three four.',
  'Okay, thank you very much. Goodbye.',
];
const pauseMs = 1_500;

/** Speech with the known start and end of each utterance. */
export interface LabelledSpeech {
  pcm: Int16Array;
  spoken: { startMs: number; endMs: number }[];
}

let known: Promise<LabelledSpeech[]> | undefined;

/**
 * Returns eight utterances of each of the three embedded voices at 16 kHz, with 1.5 s of silence between them. All files of a
 * process share them, so a test must not change them.
 */
export function labelledSpeech(): Promise<LabelledSpeech[]> {
  known ??= speak();
  return known;
}

async function speak(): Promise<LabelledSpeech[]> {
  await using flite = new Flite();
  const all: LabelledSpeech[] = [];
  for (const voice of ['slt', 'rms', 'awb']) {
    const pieces = [silence(2 * pauseMs)];
    const spoken: LabelledSpeech['spoken'] = [];
    let atMs = pauseMs;
    for (const text of texts) {
      for await (const { pcm } of flite.speak({ text, voice, language: 'en' })) {
        const { startMs, endMs } = audible(pcm);
        spoken.push({ startMs: atMs + startMs, endMs: atMs + endMs });
        pieces.push(pcm, silence(2 * pauseMs));
        atMs += pcm.length / 16 + pauseMs;
      }
    }
    all.push({ pcm: join(...pieces), spoken });
  }
  return all;
}

/** Returns the range in which levels over 10 ms are within 30 dB of the loudest. */
function audible(pcm: Int16Array): { startMs: number; endMs: number } {
  const levels = Array.from({ length: Math.floor(pcm.length / 160) }, (_, i) =>
    level(pcm.subarray(i * 160, i * 160 + 160)),
  );
  const least = Math.max(...levels) / 10 ** (30 / 20);
  const isAudible = (it: number) => it > least;
  return { startMs: levels.findIndex(isAudible) * 10, endMs: (levels.findLastIndex(isAudible) + 1) * 10 };
}
