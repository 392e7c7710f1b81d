import { isHungUpInto, isSpokenInto, type RecordedConversation, type Span } from '../recorded-turns.ts';
import { type Step, stepsMax } from '../schema.ts';
import type { CustomerAction } from './customer-actions.ts';

/** The side that ended the call; `endMs` is when the customer hung up. */
export type CallEnding = { by: 'customer'; endMs: number } | { by: 'other' };

/** The silences that may separate the agent's turns; the first is the default of a step. */
const silencesMs = [700, 1000, 1500, 2200, 3000, 4500, 6500];
/** Silences with a smaller difference cannot be distinguished. */
const marginMs = 250;
/** A shorter wait gets no step. */
const shortestWaitMs = 200;
const longestWaitMs = 600_000;

/**
 * Returns the steps that repeat the customer's actions at the same points of the conversation: after as many turns of the
 * agent, or as far into one. The agent's words and their duration may differ.
 */
export function stepsOf(
  { transcript, turns }: RecordedConversation,
  actions: readonly CustomerAction[],
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
  for (const { kind, text, startMs, endMs } of actions) {
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

/** Returns the waits before the next action, and the turn of the agent that the action interrupts. */
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

/** Returns waits for the agent's turns, with a silence that separates them clearly from their inner pauses. */
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

/** Rounds to 10 ms. */
function round(ms: number): number {
  return Math.max(Math.round(ms / 10) * 10, 0);
}
