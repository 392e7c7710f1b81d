/** The second part of `npm run bench:turns`: how soon and how rightly the ends of turns are found. */
import { endOfTurnWait } from '../../src/conversation/pipeline/index.ts';
import type { TurnDetector } from '../../src/conversation/providers/interfaces/index.ts';
import { join as joinAudio, silence } from '../../test/audio/line.ts';
import { atLevel, type Prompt, prompts } from './prompts.ts';

/** A place at which a caller falls silent: the end of a turn, or a pause after which the caller goes on. */
interface Place extends Prompt {
  isEnd: boolean;
}

/**
 * Recorded prompts that are the beginning of a sentence ("You are entering conference number"), by name. Prompts that the
 * list of texts ends with an ellipsis or a colon are added to these.
 */
const beginnings = new Set(
  'conf-enteringno conf-thereare queue-thereare queue-holdtime queue-less-than queue-quantity1 dir-multi1 dir-multi2 dir-pls-enter priv-callpending at-tone-time-exactly is for is-set-to vm-youhave vm-from vm-received vm-for vm-press press followme/call-from if-correct-press vm-num-i-have vm-theperson vm-extension'.split(
    ' ',
  ),
);
/** The lengths of pauses within a turn, in milliseconds: each beginning is tried with all of them. */
const pausesMs = [300, 450, 600, 800, 1000, 1300, 1700, 2200];
const windowsMs = [300, 500, 800];
const cutOffsAimed = 0.05;
/** The silence after which a turn detector is asked. */
const judgedAfterMs = 200;

type Wait = (place: Place, windowMs: number) => number;

function placeOf(prompt: Prompt): Place | null {
  const text = prompt.text.replace(/["”“]/g, '').trim();
  if (/\.\.\.$|…$|:$/.test(text) || beginnings.has(prompt.name)) return { ...prompt, isEnd: false };
  return /[.?!]$/.test(text) ? { ...prompt, isEnd: true } : null;
}

/** Returns the words as a transcriber without punctuation gives them. */
function wordsOf({ text }: Prompt): string {
  return text
    .replace(/\(.*?\)/g, '')
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .trim();
}

/** Returns the share of pauses in which the turn was ended, and the mean delay at ends, in milliseconds. */
function judge(places: readonly Place[], wait: Wait, windowMs: number): { cutOffs: number; delayMs: number } {
  const [ends, holds] = [places.filter(({ isEnd }) => isEnd), places.filter(({ isEnd }) => !isEnd)];
  const delays = ends.map((place) => wait(place, windowMs));
  const cut = holds.flatMap((place) => pausesMs.map((pauseMs) => wait(place, windowMs) < pauseMs));
  return {
    cutOffs: cut.filter(Boolean).length / cut.length,
    delayMs: delays.reduce((sum, ms) => sum + ms, 0) / delays.length,
  };
}

/** Returns the mean delay with the shortest window that ends at most 5 % of the pauses. */
function delayAtAim(places: readonly Place[], wait: Wait): number {
  for (let windowMs = 100; windowMs < 2300; windowMs += 20) {
    const { cutOffs, delayMs } = judge(places, wait, windowMs);
    if (cutOffs <= cutOffsAimed) return delayMs;
  }
  return Number.NaN;
}

async function judgements(
  places: readonly Place[],
  detector: TurnDetector,
): Promise<Map<Place, number | null>> {
  const found = new Map<Place, number | null>();
  for (const place of places) {
    const pcm = joinAudio(atLevel(place.pcm, 26), silence(judgedAfterMs));
    const last = pcm.slice(-detector.audioMsMax * 8);
    const { signal } = new AbortController();
    found.set(place, await detector.judge({ pcm: last, sampleRateHz: 8000 }, { signal }));
  }
  return found;
}

/** Prints, for each way to find the end of a turn, false ends at usual windows and the delay at 5 % false ends. */
export async function printEnds(detector: TurnDetector | null): Promise<void> {
  const places = (await prompts()).map(placeOf).filter((place) => place !== null);
  const waitWith = (finished: (place: Place) => number | null) => (place: Place, windowMs: number) =>
    endOfTurnWait({
      text: wordsOf(place),
      language: place.language,
      endOfTurnMs: windowMs,
      expected: [],
      entry: null,
      toolEntry: null,
      finished: finished(place),
    }).waitMs;
  const ways: Record<string, Wait> = {
    'silence only': (_, windowMs) => windowMs,
    'silence and words': waitWith(() => null),
  };
  if (detector) {
    const sounds = await judgements(places, detector);
    ways[`and ${detector.name}`] = waitWith((place) => sounds.get(place) ?? null);
  }
  const ends = places.filter(({ isEnd }) => isEnd).length;
  console.log(
    `\n${ends} recorded ends of turns, ${places.length - ends} pauses of 300 to 2200 ms within turns\n`,
  );
  const cell = (text: string) => text.padStart(24);
  const heads = windowsMs.map((ms) => cell(`cut off, delay at ${ms}`));
  console.log(`${'decided by'.padEnd(24)}${heads.join('')}${cell('delay at 5 %')}`);
  for (const [name, wait] of Object.entries(ways)) {
    const cells = windowsMs.map((ms) => {
      const { cutOffs, delayMs } = judge(places, wait, ms);
      return cell(`${(100 * cutOffs).toFixed(0)} %, ${delayMs.toFixed(0)} ms`);
    });
    console.log(`${name.padEnd(24)}${cells.join('')}${cell(`${delayAtAim(places, wait).toFixed(0)} ms`)}`);
  }
}
