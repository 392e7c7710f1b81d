import type { SpeechChunk, TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { check, type LiveCheck, refuses } from './checks.ts';

const sentence = 'Good morning. This is a call about the appointment that you made for Tuesday.';
const sentenceWords = 14;
/** The pace of people, in words a minute, and a level that a caller hears without distortion, in dB of full scale. */
const pace = { min: 90, max: 360 };
const level = { min: -40, max: -6 };
/** A vendor may take some seconds for its first audio. */
const longestMs = 60_000;

/** Returns the checks of a voice. `withWrongKey` opens the same one with a key that the vendor does not know. */
export function voiceChecks(voice: TextToSpeech, withWrongKey: () => TextToSpeech): LiveCheck[] {
  return [
    { name: 'speaks a sentence', run: () => speaks(voice) },
    { name: 'speaks two texts at once, the longer one longer', run: () => speaksTwo(voice) },
    { name: 'says when it speaks each word', run: () => timesWords(voice) },
    { name: 'stops when it is interrupted', run: () => stops(voice) },
    { name: 'refuses a wrong key, for good', run: () => refuses(say(withWrongKey(), 'Hello.')) },
  ];
}

interface Said {
  chunks: SpeechChunk[];
  firstMs: number;
  lengthMs: number;
  levelDb: number;
}

async function say(voice: TextToSpeech, text: string): Promise<Said> {
  const begun = performance.now();
  const signal = AbortSignal.timeout(longestMs);
  const said: Said = { chunks: [], firstMs: 0, lengthMs: 0, levelDb: 0 };
  let [energy, samples] = [0, 0];
  for await (const chunk of voice.speak({ text, voice: null, language: 'en' }, { signal })) {
    said.firstMs ||= performance.now() - begun;
    said.chunks.push(chunk);
    said.lengthMs += (chunk.pcm.length * 1000) / chunk.sampleRateHz;
    samples += chunk.pcm.length;
    for (const sample of chunk.pcm) energy += sample ** 2;
  }
  check(samples > 0, 'it sent no audio');
  said.levelDb = 10 * Math.log10(energy / samples / 32_768 ** 2 + 1e-12);
  return said;
}

async function speaks(voice: TextToSpeech): Promise<string> {
  const { firstMs, lengthMs, levelDb, chunks } = await say(voice, sentence);
  const wordsPerMinute = (sentenceWords * 60_000) / lengthMs;
  check(wordsPerMinute > pace.min && wordsPerMinute < pace.max, `its audio has ${Math.round(lengthMs)} ms`);
  check(levelDb > level.min && levelDb < level.max, `its level is ${Math.round(levelDb)} dB`);
  check(new Set(chunks.map(({ sampleRateHz }) => sampleRateHz)).size === 1, 'it changed its sample rate');
  const { sampleRateHz } = chunks[0]!;
  return `first audio after ${Math.round(firstMs)} ms, ${Math.round(lengthMs)} ms in ${chunks.length} parts at ${sampleRateHz} Hz`;
}

async function speaksTwo(voice: TextToSpeech): Promise<string> {
  const [short, long] = await Promise.all([say(voice, 'Good morning.'), say(voice, sentence)]);
  check(long.lengthMs > 2 * short.lengthMs, `they have ${short.lengthMs} and ${long.lengthMs} ms`);
  return `${Math.round(short.lengthMs)} ms and ${Math.round(long.lengthMs)} ms`;
}

/** Word times are optional. Without them, the heard part of a sentence follows from its audio. */
async function timesWords(voice: TextToSpeech): Promise<string> {
  const { chunks, lengthMs } = await say(voice, sentence);
  const words = chunks.flatMap(({ words = [] }) => words);
  if (words.length === 0) return 'it does not, and the heard part is estimated';
  let atMs = 0;
  for (const { text, startMs, endMs } of words) {
    const isInOrder = startMs >= atMs && endMs >= startMs && endMs <= lengthMs + 500;
    check(
      isInOrder,
      `“${text}” is at ${startMs} to ${endMs} ms, after ${atMs} of ${Math.round(lengthMs)} ms`,
    );
    atMs = startMs;
  }
  check(words.length >= sentenceWords - 2, `it said when it spoke ${words.length} of ${sentenceWords} words`);
  return `${words.length} words, the last at ${Math.round(atMs)} of ${Math.round(lengthMs)} ms`;
}

async function stops(voice: TextToSpeech): Promise<string> {
  const controller = new AbortController();
  const reason = new Error('interrupted');
  const text = Array.from({ length: 20 }, (_, n) => `This is the sentence with the number ${n}.`).join(' ');
  let thrown: unknown = null;
  try {
    const options = { signal: controller.signal };
    for await (const _ of voice.speak({ text, voice: null, language: 'en' }, options))
      controller.abort(reason);
  } catch (error) {
    thrown = error;
  }
  check(thrown === reason, `it ended with ${String(thrown)}`);
  return 'after its first part';
}
