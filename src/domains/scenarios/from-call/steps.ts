import { isHungUpInto, isSpokenInto, type RecordedTalk, type Span } from '../exchanges.ts';
import { type Step, stepsMax } from '../schema.ts';
import type { CustomerDeed } from './deeds.ts';

/** How the call ended: at `endMs`, where it is the customer who hangs up. */
export type CallEnding = { by: 'customer'; endMs: number } | { by: 'other' };

/** Silences of the agent that tell one turn from the next; the first is what a step has unless it says otherwise. */
const silencesMs = [700, 1000, 1500, 2200, 3000, 4500, 6500];
/** A silence as long as another one but for this much is not told from it. */
const marginMs = 250;
/** Not worth a step of its own. */
const shortestWaitMs = 200;
const longestWaitMs = 600_000;

/**
 * The steps of a customer who does again what it did in the call, when the agent is as far as it was then: after so
 * many of its turns, or so long into one. What the agent says and how long it takes may be different.
 */
export function stepsOf(
  { transcript, turns }: RecordedTalk,
  deeds: readonly CustomerDeed[],
  ending: CallEnding,
): Step[] {
  const spoken = transcript
    .filter(({ role }) => role === 'bot')
    .map(({ secondsFromStart, duration }) => ({
      startMs: secondsFromStart * 1000,
      endMs: (secondsFromStart + duration) * 1000,
    }));
  const steps: Step[] = [];
  let sinceMs = 0;
  for (const { kind, text, startMs, endMs } of deeds) {
    const act = kind === 'say' ? { say: text } : { press: text };
    const { before, cut } = approach(spoken, sinceMs, startMs, (last) => isSpokenInto(turns, last, startMs));
    steps.push(...before);
    steps.push(cut === null ? act : { interrupt: { afterMs: round(startMs - cut.startMs), ...act } });
    sinceMs = Math.max(endMs, sinceMs);
  }
  return [...steps.slice(0, stepsMax - 10), ...endOf(spoken, sinceMs, ending)].slice(0, stepsMax);
}

function endOf(spoken: readonly Span[], sinceMs: number, ending: CallEnding): Step[] {
  if (ending.by === 'other') return [{ await: 'end' }];
  const { endMs } = ending;
  const { before, cut } = approach(spoken, sinceMs, endMs, (last) => isHungUpInto(last, endMs));
  const afterMs = cut && round(cut.endMs - cut.startMs);
  return [...before, { hangUp: afterMs === null ? true : { afterMs } }];
}

/** What the customer waits for between its last deed and the next, and the turn of the agent that this one is in. */
function approach(
  spoken: readonly Span[],
  sinceMs: number,
  untilMs: number,
  isInto: (last: Span) => boolean,
): { before: Step[]; cut: Span | null } {
  const fresh = spoken.filter(({ startMs, endMs }) => startMs <= untilMs && endMs > sinceMs + marginMs);
  const last = fresh.at(-1);
  if (last === undefined) return { before: waitFor(untilMs - sinceMs), cut: null };
  if (!isInto(last)) return { before: turnsBefore(fresh, untilMs - last.endMs), cut: null };
  const from = fresh.findLastIndex(
    ({ startMs }, index) => index === 0 || startMs - fresh[index - 1]!.endMs > silencesMs[0]!,
  );
  const turnsAgo = fresh.slice(0, from);
  const before = turnsAgo.length === 0 ? [] : turnsBefore(turnsAgo, 0);
  return { before, cut: { startMs: fresh[from]!.startMs, endMs: last.endMs } };
}

/** Waits for the agent's turns, told apart by a silence that none of those within and between them resembles. */
function turnsBefore(spans: readonly Span[], thenMs: number): Step[] {
  const gapsMs = spans.slice(1).map(({ startMs }, index) => startMs - spans[index]!.endMs);
  const isClear = (silenceMs: number) => gapsMs.every((gapMs) => Math.abs(gapMs - silenceMs) > marginMs);
  const silenceMs = silencesMs.find(isClear) ?? silencesMs[0]!;
  const turns = gapsMs.filter((gapMs) => gapMs > silenceMs).length + 1;
  const awaits = Array.from({ length: turns }, (): Step => {
    return silenceMs === silencesMs[0] ? { await: 'turn' } : { await: 'turn', silenceMs };
  });
  return [...awaits, ...waitFor(thenMs - silenceMs)];
}

function waitFor(ms: number): Step[] {
  return ms < shortestWaitMs ? [] : [{ wait: round(Math.min(ms, longestWaitMs)) }];
}

/** To a hundredth of a second: nobody times a sentence better. */
function round(ms: number): number {
  return Math.max(Math.round(ms / 10) * 10, 0);
}
