import type { Schema } from '../../api/schema.ts';
import { formatLabel } from '../../ui/format.ts';
import type { Call } from './call-labels.ts';

export type Decision = Schema<'CallWhy'>['decisions'][number];

/** A part of a call's life. */
export interface Phase {
  id: 'waiting' | 'dialing' | 'ringing' | 'talking';
  lengthMs: number;
}

export const phaseLabels: Record<Phase['id'], string> = {
  waiting: 'Waited',
  dialing: 'Dialed for',
  ringing: 'Rang',
  talking: 'Talked',
};

export type Times = Pick<Call, 'createdAt' | 'startedAt' | 'endedAt'>;

/**
 * Returns how long the call waited, rang and talked. Phases that it did not reach are absent; a live one lasts until now.
 * A call that never rang was only dialed.
 */
export function phasesOf(
  { createdAt, startedAt, endedAt }: Times,
  decisions: readonly Decision[],
  nowMs: number,
): Phase[] {
  const at = (...kinds: Decision['decision'][]) => {
    const found = decisions.findLast(({ decision }) => kinds.includes(decision));
    return found ? Date.parse(found.at) : null;
  };
  const endMs = endedAt === null ? nowMs : Date.parse(endedAt);
  const answeredMs = startedAt === null ? null : Date.parse(startedAt);
  const dialedMs = at('dialed', 'received');
  const phases: Phase[] = [
    { id: 'waiting', lengthMs: (dialedMs ?? endMs) - Date.parse(createdAt) },
    {
      id: answeredMs !== null || at('ringing', 'received') !== null ? 'ringing' : 'dialing',
      lengthMs: dialedMs === null ? 0 : (answeredMs ?? endMs) - dialedMs,
    },
    { id: 'talking', lengthMs: answeredMs === null ? 0 : endMs - answeredMs },
  ];
  return phases.filter(({ lengthMs }) => lengthMs > 0);
}

/** A run of decisions that are shown as one line: repeated holds. */
export interface Step {
  decision: Decision;
  /** How many further decisions of the same kind and reason followed directly. */
  repeats: number;
}

/** Joins holds that follow each other for the same reason. The last one is shown. */
export function stepsOf(decisions: readonly Decision[]): Step[] {
  const steps: Step[] = [];
  for (const decision of decisions) {
    const last = steps.at(-1);
    const isSame =
      last?.decision.decision === 'held' &&
      decision.decision === 'held' &&
      last.decision.reason === decision.reason;
    if (last && isSame) {
      last.decision = { ...decision, at: last.decision.at };
      last.repeats += 1;
    } else steps.push({ decision, repeats: 0 });
  }
  return steps;
}

/** Returns the title of a decision. A note is named by its reason. */
export function titleOf({ decision, reason }: Pick<Decision, 'decision' | 'reason'>): string {
  return formatLabel(decision === 'noted' ? reason : decision);
}

const callIdOfDialing = / with the Call-ID (\S+)\.$/;

/** Returns the Call-IDs (RFC 3261) of the INVITEs by which a call was dialed. */
export function sipCallIds(decisions: readonly Decision[]): string[] {
  return decisions.flatMap(({ message }) => callIdOfDialing.exec(message)?.[1] ?? []);
}

/** A part of a message: words, the id of a resource, or a time. */
export interface MessagePart {
  kind: 'text' | 'id' | 'time';
  text: string;
}

const special =
  /\b(?:call|agent|trunk|campaign|schedule|retry|workflow|number)_[0-9a-z]{26}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;

/**
 * Splits a message at ids and times (UTC), which people read as names and in their own time zone. A Call-ID is left out,
 * because the details show it.
 */
export function messageParts(whole: string): MessagePart[] {
  const message = whole.replace(callIdOfDialing, '.');
  const parts: MessagePart[] = [];
  let from = 0;
  for (const found of message.matchAll(special)) {
    if (found.index > from) parts.push({ kind: 'text', text: message.slice(from, found.index) });
    const [text] = found;
    parts.push({ kind: /^\d/.test(text) ? 'time' : 'id', text });
    from = found.index + text.length;
  }
  if (from < message.length) parts.push({ kind: 'text', text: message.slice(from) });
  return parts;
}
