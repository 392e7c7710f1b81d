/** What the calls of `npm run bench:barge-in` show, by what the simulated customers heard. */
import type { PlayedCall } from '../../scripts/scenarios/expectations.ts';
import { levelEveryMs, speechDb } from '../../src/simulation/index.ts';
import { addedSilence } from '../../test/audio/added-silence.ts';
import { percentile } from '../percentile.ts';

/** The pause after each sound that must not stop the agent. */
export const soundGapMs = 1800;
/** Callers begin so long after the point that they are given, and the agent must be audible then. */
const reactionMs = { min: 100, max: 500 };
/** Pauses between words that are longer than this count as silence of the agent. */
const gapMsMax = 80;
/** An answer that begins later is none. */
export const answeredMsMax = 2_000;
/** The shortest delay that counts as a pause: two packets, because the compared levels are those of whole packets. */
const pauseMsMin = 40;

/** Returns the index of the level at which the agent began, and the levels from there. */
export function fromStart({ heardLevels }: PlayedCall): { first: number; levels: number[] } {
  const first = Math.max(
    heardLevels.findIndex((level) => level > speechDb),
    0,
  );
  return { first, levels: heardLevels.slice(first) };
}

/**
 * Returns the first point from `fromMs` on, or `untilMs`, at which the agent is audible when a caller begins, so that its silence
 * can be timed. `reference` are the levels of the whole announcement.
 */
export function spokenPointMs(reference: readonly number[], fromMs: number, untilMs: number): number {
  const isSpoken = (pointMs: number) => {
    const from = Math.floor((pointMs + reactionMs.min) / levelEveryMs);
    const until = Math.ceil((pointMs + reactionMs.max) / levelEveryMs);
    let gap = 0;
    return reference.slice(from, until).every((level) => {
      gap = level > speechDb ? 0 : gap + levelEveryMs;
      return gap <= gapMsMax;
    });
  };
  let ms = fromMs;
  while (!isSpoken(ms) && ms < untilMs) ms += levelEveryMs;
  return ms;
}

/**
 * A delay in milliseconds; `lost` if the announcement did not go on, and `unclear` if it did, but the machine was too busy to
 * send or receive it in time just then.
 */
export type Delay = number | 'lost' | 'unclear';

/**
 * Returns the time from the caller's first audible sample to the agent's last audible packet; `null` if it spoke on, and `paused`
 * if it was silent just then anyway.
 */
export function stoppedMs({ heard, heardZeroEpochMs, actions }: PlayedCall): number | 'paused' | null {
  const saidMs = actions[0]!.startEpochMs - heardZeroEpochMs;
  const cut = heard.find(({ startMs, endMs }) => startMs < saidMs && endMs >= saidMs);
  if (!cut) return 'paused';
  return cut.endMs - saidMs < 1500 ? cut.endMs - saidMs : null;
}

/** Returns the time from the caller's last audible sample to the agent's first packet after it; `null` without an answer. */
export function answeredMs({ heard, heardZeroEpochMs, actions }: PlayedCall): number | null {
  const endMs = actions.at(-1)!.endEpochMs - heardZeroEpochMs;
  const answer = heard.find(({ startMs }) => startMs >= endMs);
  return answer ? answer.startMs - endMs : null;
}

/** Returns by how much each sound of a call delayed the announcement, in milliseconds. */
export function delaysOf(call: PlayedCall, reference: readonly number[]): Delay[] {
  const { first, levels } = fromStart(call);
  const at = (epochMs: number) => Math.floor((epochMs - call.heardZeroEpochMs) / levelEveryMs) - first;
  const starts = call.actions.map(({ startEpochMs }) => at(startEpochMs));
  const lastMs = call.actions.at(-1)!.endEpochMs + soundGapMs;
  const added = addedSilence(levels, reference, [...starts, at(lastMs)]);
  const lastKnown = added.findLastIndex((n) => n !== null);
  return added.map((n, sound) => {
    if (sound > lastKnown) return 'lost';
    return n === null || added[sound - 1] === null ? 'unclear' : n * levelEveryMs;
  });
}

const figures = (list: readonly number[]) =>
  list.length === 0
    ? '-'
    : `${Math.round(percentile([...list], 50))} / ${Math.round(percentile([...list], 95))}`;

/** The figures of all calls with one transcriber. */
export interface Measured {
  stopped: readonly { isRecorded: boolean; ms: ReturnType<typeof stoppedMs> }[];
  answered: readonly { name: string; ms: number | null }[];
  delays: readonly { name: string; ms: Delay }[];
}

/** Returns the rows of the table: p50 and p95, and how many of all. */
export function rowsOf({ stopped, answered, delays }: Measured): Map<string, string> {
  const found = new Map<string, string>();
  for (const isRecorded of [false, true]) {
    const all = stopped.filter((one) => one.isRecorded === isRecorded);
    const timed = all.filter(({ ms }) => ms !== 'paused');
    const fellSilent = timed.flatMap(({ ms }) => (typeof ms === 'number' ? ms : []));
    const paused = timed.length < all.length ? `, ${all.length - timed.length} in a pause` : '';
    const name = `silent after ${isRecorded ? 'recorded' : 'synthetic'} speech`;
    found.set(name, `${figures(fellSilent)} (${fellSilent.length} of ${timed.length}${paused})`);
  }
  for (const name of new Set(answered.map((one) => one.name))) {
    const all = answered.filter((one) => one.name === name);
    const soon = all.flatMap(({ ms }) => (ms !== null && ms <= answeredMsMax ? ms : []));
    found.set(name, `${figures(soon)} (${soon.length} of ${all.length})`);
  }
  for (const name of new Set(delays.map((one) => one.name))) {
    const all = delays.flatMap((one) => (one.name === name ? [one.ms] : []));
    const pauses = all.filter((ms) => typeof ms === 'number' && ms >= pauseMsMin) as number[];
    const others = (['lost', 'unclear'] as const).flatMap((kind) => {
      const count = all.filter((ms) => ms === kind).length;
      return count > 0 ? `, ${count} ${kind}` : [];
    });
    found.set(name, `${figures(pauses)} (${pauses.length} of ${all.length})${others.join('')}`);
  }
  return found;
}
