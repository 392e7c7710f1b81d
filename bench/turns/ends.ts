/** The second part of `npm run bench:turns`: how soon and how rightly the ends of turns are found. */
import { endOfTurnWait } from '../../src/conversation/pipeline/index.ts';
import type { TurnDetector } from '../../src/conversation/providers/interfaces/index.ts';
import { join as joinAudio, silence } from '../../test/audio/line.ts';
import { percentile } from '../percentile.ts';
import { type Condition, type Heard, heardIn } from './heard.ts';
import { atLevel, type Prompt } from './prompts.ts';

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
/** The longest window that is tried for it. */
const windowMsMax = 2300;
/** The silence after which a turn detector is asked. */
const judgedAfterMs = 200;

/** Returns when a turn is ended after the end of its speech; infinite when it is not. */
type Wait = (place: Place, windowMs: number) => number;

/** Returns the prompts at whose end a caller falls silent. */
export function placesOf(prompts: readonly Prompt[]): Place[] {
  return prompts.flatMap((prompt): Place[] => {
    const text = prompt.text.replace(/["”“]/g, '').trim();
    if (/\.\.\.$|…$|:$/.test(text) || beginnings.has(prompt.name)) return [{ ...prompt, isEnd: false }];
    return /[.?!]$/.test(text) ? [{ ...prompt, isEnd: true }] : [];
  });
}

/** Returns all pauses within turns, and each `every`th end of a turn. */
export function sampleOf(places: readonly Place[], every: number): Place[] {
  let ends = 0;
  return places.filter(({ isEnd }) => !isEnd || ends++ % every === 0);
}

/** Returns the words as a transcriber without punctuation gives them. */
function wordsOf({ text }: Prompt): string {
  return text
    .replace(/\(.*?\)/g, '')
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .trim();
}

/** Returns the share of pauses in which the turn was ended, and the mean delay at ends that were found, in milliseconds. */
function judge(places: readonly Place[], wait: Wait, windowMs: number): { cutOffs: number; delayMs: number } {
  const [ends, holds] = [places.filter(({ isEnd }) => isEnd), places.filter(({ isEnd }) => !isEnd)];
  const delays = ends.map((place) => wait(place, windowMs)).filter(Number.isFinite);
  const cut = holds.flatMap((place) => pausesMs.map((pauseMs) => wait(place, windowMs) < pauseMs));
  return {
    cutOffs: cut.filter(Boolean).length / cut.length,
    delayMs: delays.reduce((sum, ms) => sum + ms, 0) / delays.length,
  };
}

/** Returns the mean delay with the shortest window that ends at most 5 % of the pauses; NaN when none does. */
function delayAtAim(places: readonly Place[], wait: Wait): number {
  for (let windowMs = 100; windowMs < windowMsMax; windowMs += 20) {
    const { cutOffs, delayMs } = judge(places, wait, windowMs);
    if (cutOffs <= cutOffsAimed) return delayMs;
  }
  return Number.NaN;
}

type Judgements = ReadonlyMap<Place, number | null>;

/** Returns the judgements of the audio up to the pause, and how long they took. */
async function judgements(
  detector: TurnDetector,
  heard: ReadonlyMap<Place, Pick<Heard, 'pcm' | 'sampleRateHz'>>,
): Promise<{ found: Judgements; tookMs: number[] }> {
  const found = new Map<Place, number | null>();
  const tookMs: number[] = [];
  for (const [place, { pcm, sampleRateHz }] of heard) {
    const last = pcm.slice(-(detector.audioMsMax * sampleRateHz) / 1000);
    const { signal } = new AbortController();
    const sinceMs = performance.now();
    found.set(place, await detector.judge({ pcm: last, sampleRateHz }, { signal }));
    tookMs.push(performance.now() - sinceMs);
  }
  return { found, tookMs };
}

/** Returns the ways to find an end; `found` are the judgements of the detector. */
function waysOf(judged: { name: string; found: Judgements } | null): Record<string, Wait> {
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
  return {
    'silence only': (_, windowMs) => windowMs,
    'silence and words': waitWith(() => null),
    ...(judged && { [`and ${judged.name}`]: waitWith((place) => judged.found.get(place) ?? null) }),
  };
}

const cell = (text: string) => text.padStart(24);
const header = `${'decided by'.padEnd(24)}${windowsMs.map((ms) => cell(`cut off, delay at ${ms}`)).join('')}${cell('delay at 5 %')}`;

function rowsOf(places: readonly Place[], ways: Record<string, Wait>): string[] {
  return Object.entries(ways).map(([name, wait]) => {
    const cells = windowsMs.map((ms) => {
      const { cutOffs, delayMs } = judge(places, wait, ms);
      return cell(`${(100 * cutOffs).toFixed(0)} %, ${delayMs.toFixed(0)} ms`);
    });
    const atAim = delayAtAim(places, wait);
    const last = Number.isNaN(atAim) ? `over ${windowMsMax} ms` : `${atAim.toFixed(0)} ms`;
    return `${name.padEnd(24)}${cells.join('')}${cell(last)}`;
  });
}

/**
 * Yields the table for ends that are known to the millisecond: false ends at usual windows and the delay at 5 % false ends, for
 * each way to find the end of a turn.
 */
export async function* knownEnds(
  places: readonly Place[],
  detector: TurnDetector | null,
): AsyncGenerator<string> {
  const ends = places.filter(({ isEnd }) => isEnd).length;
  yield `\n${ends} recorded ends of turns, ${places.length - ends} pauses of 300 to 2200 ms within turns\n`;
  const heard = places.map((place) => {
    const pcm = joinAudio(atLevel(place.pcm, 26), silence(judgedAfterMs));
    return [place, { pcm, sampleRateHz: 8_000 }] as const;
  });
  const judged = detector && { name: detector.name, ...(await judgements(detector, new Map(heard))) };
  yield header;
  yield* rowsOf(places, waysOf(judged));
  if (judged)
    yield `\n${judged.name} took ${percentile(judged.tookMs, 50).toFixed(0)} ms (p50), ${percentile(judged.tookMs, 95).toFixed(0)} ms (p95)`;
}

/** Yields a table for each condition: the ends as voice activity finds them there. */
export async function* heardEnds(
  places: readonly Place[],
  detector: TurnDetector | null,
  conditions: readonly Condition[],
): AsyncGenerator<string> {
  const ends = places.filter(({ isEnd }) => isEnd).length;
  yield `\n${ends} of the ends and all pauses, with the end of speech as voice activity finds it\n\n${header}`;
  for (const condition of conditions) {
    const heard = new Map<Place, Heard>();
    for (const place of places) heard.set(place, await heardIn(condition, place.pcm));
    const beforePause = [...heard].map(([place, { pcm, sampleRateHz, endMs }]) => {
      const length = Math.round(((endMs + judgedAfterMs) * sampleRateHz) / 1000);
      return [place, { pcm: pcm.subarray(0, length), sampleRateHz }] as const;
    });
    const judged = detector && { name: detector.name, ...(await judgements(detector, new Map(beforePause))) };
    const ways = Object.entries(waysOf(judged)).map(([name, wait]): [string, Wait] => [
      name,
      (place, windowMs) => {
        const { found } = heard.get(place)!;
        return found
          ? Math.max(found.decidedMs, found.soundMs + wait(place, windowMs))
          : Number.POSITIVE_INFINITY;
      },
    ]);
    const lost = places.filter((place) => place.isEnd && heard.get(place)!.found === null).length;
    yield `${condition.name}, ${lost} of ${ends} ends not found`;
    yield* rowsOf(places, Object.fromEntries(ways));
  }
}
