import { Flite } from '../src/conversation/providers/flite/index.ts';
import { wholeSpeech } from '../src/conversation/providers/kit/index.ts';
import type { AnswerKind } from '../src/telephony/answer-detection/index.ts';
import { decodeG711, encodeG711, toTelephoneRate } from '../src/telephony/media/index.ts';
import { join, lineNoise, mix, silence } from '../test/audio/line.ts';
import { music, threeTones } from '../test/audio/machines.ts';
import { tone } from '../test/audio/signals.ts';

/** One answer as the caller hears it: 8 kHz from the answer on, through G.711. */
export interface AnswerSample {
  label: AnswerKind;
  name: string;
  pcm: Int16Array;
  /** Its words, and the times at which a recognizer with interim results returns them. */
  words: readonly { text: string; atMs: number }[];
}

/** Parts are played in order: words, silence in ms, a tone, or other audio. */
type Part = string | { silentMs: number } | { hz: number; ms: number } | { pcm: Int16Array };
interface Script {
  label: AnswerKind;
  parts: Part[];
}

const persons = [
  'Hello?',
  'Hello, hello?',
  'Yes?',
  'Yes, who is this?',
  'Smith.',
  'John Miller speaking.',
  'Hello, this is Anna.',
  'Good morning, Anna Smith speaking.',
  'Hi, one second please.',
  'Good afternoon, how can I help you?',
  'Hey, I am in a meeting, can you be quick?',
  'Hello, you have called the Miller family, Tom here.',
];
const voicemails = [
  'Hi, you have reached Anna Smith. I cannot take your call right now. Please leave a message after the tone.',
  'Hello. I am not available at the moment. Leave your name and number and I will call you back.',
  'Your call has been forwarded to an automated voice messaging system. Two zero two, five five five, zero one two three is not available. At the tone, please record your message.',
  'The person you are trying to reach is not available. When you have finished recording, you may hang up.',
  'Hey, it is Tom. You know what to do. Talk to me after the beep.',
  'Thank you for calling. We are closed today. Please leave a message and we will get back to you as soon as possible.',
];
const menus = [
  'Thank you for calling Acme. For sales, press one. For support, press two. For all other questions, stay on the line.',
  'Welcome to the city hospital. If this is an emergency, hang up and dial nine one one. For appointments, press one. For billing, press two. To speak to an operator, press zero.',
  'Good day, this is the service line of the electricity company. Please enter your customer number, followed by the pound key. If you do not know it, press star.',
];
const screenings = [
  'Hi. The person you are calling is using a screening service, and will get a copy of this conversation. Go ahead and say your name, and why you are calling.',
  'Before I put you through, please state your name and the reason for your call.',
];
const tonedScreening =
  'Hi. If you record your name and reason for calling after the tone, I will see if this person is available.';
const intercepts = [
  'We are sorry. The number you have dialed is not in service. Please check the number and dial again.',
  'The number you have reached has been disconnected or is no longer in service.',
  'We are sorry, all circuits are busy now. Please try your call again later.',
];
const queues = [
  'All of our agents are busy. Please stay on the line, and your call will be answered by the next available agent.',
  'Thank you for calling Acme. Your call is important to us.',
];
/** North American codes of special information tones: intercept, vacant code, reorder, no circuit; and those of the ITU. */
const codes = [
  { hz: [913.8, 1370.6, 1776.7], ms: [274, 274, 380] },
  { hz: [985.2, 1370.6, 1776.7], ms: [380, 274, 380] },
  { hz: [913.8, 1428.5, 1776.7], ms: [274, 380, 380] },
  { hz: [985.2, 1428.5, 1776.7], ms: [380, 380, 380] },
  { hz: [950, 1400, 1800], ms: [330, 330, 330] },
];

const beeps = [440, 620, 850, 1000, 1400];
/** About 20 dB below the voices. */
export const noiseRms = 150;
const voices = ['slt', 'rms', 'awb'];

/** Returns every combination of words, voice and following parts. */
function scripts(): Script[] {
  const waits: Part = { silentMs: 12_000 };
  return [
    ...persons.flatMap((text) => [400, 1500].map((ms) => script('person', { silentMs: ms }, text, waits))),
    ...voicemails.flatMap((text, n) =>
      [300, 1500].map((ms) =>
        script('voicemail', { silentMs: 600 }, text, { silentMs: ms }, { hz: beeps[n % 5]!, ms: 500 }, waits),
      ),
    ),
    ...menus.map((text) =>
      script('ivr', { silentMs: 300 }, text, { silentMs: 4000 }, text, { silentMs: 4000 }, text, waits),
    ),
    ...screenings.map((text) => script('screening', { silentMs: 500 }, text, waits)),
    script('screening', { silentMs: 500 }, tonedScreening, { silentMs: 700 }, { hz: 1000, ms: 400 }, waits),
    ...intercepts.map((text) => script('intercept', { silentMs: 400 }, text, waits)),
    ...codes.map(({ hz, ms }) =>
      script('intercept', { silentMs: 300 }, { pcm: threeTones(hz, ms) }, intercepts[0]!, waits),
    ),
    ...queues.map((text) =>
      script('queue', { silentMs: 400 }, text, { pcm: music(15_000) }, text, { pcm: music(9_000) }),
    ),
    script('queue', { pcm: music(25_000) }),
    script('person', { pcm: music(12_000) }, { silentMs: 800 }, 'Hello, this is Anna.', waits),
    script('fax', { silentMs: 1800 }, { hz: 2100, ms: 2600 }, waits),
    script('fax', { hz: 1100, ms: 500 }, { silentMs: 3000 }, { hz: 1100, ms: 500 }, waits),
    script('silence', { silentMs: 20_000 }),
  ];
}

function script(label: AnswerKind, ...parts: Part[]): Script {
  return { label, parts };
}

/** Speaks all scripts with every voice, on a quiet and on a noisy line. With `few`, uses one voice and a quiet line. */
export async function answerSamples({ few = false } = {}): Promise<AnswerSample[]> {
  const flite = new Flite();
  try {
    const samples: AnswerSample[] = [];
    for (const { label, parts } of scripts()) {
      const isSpoken = parts.some((part) => typeof part === 'string');
      for (const voice of isSpoken && !few ? voices : [voices[0]!]) {
        const pieces: Int16Array[] = [];
        for (const part of parts) pieces.push(await audioOf(flite, part, voice));
        const words = wordsOf(parts, pieces);
        const clean = join(...pieces);
        const name = `${parts.find((part) => typeof part === 'string') ?? label} (${voice})`;
        samples.push({ label, name, pcm: overTheLine(clean), words });
        if (few) continue;
        const noisy = mix(clean, lineNoise(samples.length, clean.length / 8, noiseRms, 'car'));
        samples.push({ label, name: `${name}, noisy`, pcm: overTheLine(noisy), words });
      }
    }
    return samples;
  } finally {
    await flite[Symbol.asyncDispose]();
  }
}

/** The time that a recognizer takes after a word. */
export const recognitionMs = 400;

/** Returns the words of a text. All words of a text are assumed to last equally long. */
function wordsOf(parts: readonly Part[], pieces: readonly Int16Array[]): AnswerSample['words'] {
  let startMs = 0;
  return parts.flatMap((part, index) => {
    const [fromMs, lengthMs] = [startMs, pieces[index]!.length / 8];
    startMs += lengthMs;
    const texts = typeof part === 'string' ? part.split(' ') : [];
    return texts.map((text, n) => ({
      text,
      atMs: fromMs + ((n + 1) * lengthMs) / texts.length + recognitionMs,
    }));
  });
}

async function audioOf(flite: Flite, part: Part, voice: string): Promise<Int16Array> {
  if (typeof part !== 'string' && 'pcm' in part) return part.pcm;
  if (typeof part !== 'string') return 'hz' in part ? tone(part.hz, part.ms, 6000) : silence(part.silentMs);
  const { pcm, sampleRateHz } = await wholeSpeech(flite.speak({ text: part, voice, language: 'en' }));
  return toTelephoneRate(pcm, sampleRateHz);
}

function overTheLine(pcm: Int16Array): Int16Array {
  return decodeG711('pcmu', encodeG711('pcmu', pcm));
}
