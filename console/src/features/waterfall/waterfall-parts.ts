import type { Schema } from '../../api/schema.ts';
import { formatCount, formatDuration, formatPosition } from '../../ui/index.ts';

/** A turn of the latency ledger. */
export type Turn = Schema<'CallTurn'>;

/** One part of the time between the caller's last sound and the agent's first. */
interface WaterfallPart {
  id: 'deciding' | 'model' | 'sentence' | 'voice' | 'line';
  fromMs: number;
  lengthMs: number;
}

/** A turn in which the caller waited, or that has notes. */
export interface WaterfallTurn {
  turn: number;
  kind: Turn['kind'];
  /** `null` when the caller did not wait, as for a greeting. */
  waitedMs: number | null;
  addedMs: number | null;
  parts: WaterfallPart[];
  /** Why the turn ended, what was generated early, and what became of speech over the agent's; one sentence each. */
  notes: string[];
}

export const partLabels: Record<WaterfallPart['id'], string> = {
  deciding: 'End of turn detection',
  model: 'Model, first word',
  sentence: 'Model, first sentence',
  voice: 'Voice, first audio',
  line: 'Line, first audio sent',
};

/**
 * Returns the turns in which the caller waited, divided at the positions in the ledger, and others with notes. A part without a position, as
 * in speech-to-speech, belongs to the next one.
 */
export function waterfallOf(turns: readonly Turn[]): WaterfallTurn[] {
  return turns.flatMap((turn): WaterfallTurn[] => {
    const notes = notesOf(turn);
    const { kind, waitedMs, addedMs } = turn;
    // The agent may begin before the caller's last sound, for example after keys during speech.
    const isEarly = waitedMs !== null && waitedMs < 0;
    if (isEarly) notes.push('The agent began before the caller had finished');
    if (turn.speechEndMs === null || waitedMs === null || isEarly) {
      return notes.length === 0 ? [] : [{ turn: turn.turn, kind, waitedMs: null, addedMs, parts: [], notes }];
    }
    const steps: [WaterfallPart['id'], number | null][] = [
      ['deciding', turn.endOfTurnMs],
      ['model', turn.firstTokenMs],
      ['sentence', turn.firstSentenceMs],
      ['voice', turn.firstAudioMs],
      ['line', turn.firstRtpMs],
    ];
    let at = turn.speechEndMs;
    const parts = steps.flatMap(([id, endMs]): WaterfallPart[] => {
      if (endMs === null || endMs <= at) return [];
      const part = { id, fromMs: at - turn.speechEndMs!, lengthMs: endMs - at };
      at = endMs;
      return [part];
    });
    return [{ turn: turn.turn, kind, waitedMs, addedMs, parts, notes }];
  });
}

const endLabels: Record<NonNullable<Turn['endedBy']>, string> = {
  keys: 'Ended by keys',
  transcriber: 'Ended by the transcriber',
  'held-back': 'Ended by silence after the model had waited for the caller',
  'expected-phrase': 'Ended by an expected phrase or a complete entry',
  'finished-sound': 'Ended by silence; the turn detector agreed',
  silence: 'Ended by silence',
  'unfinished-sound': 'Ended by a longer silence: the turn detector heard no end',
  'unfinished-words': 'Ended by a longer silence: the words sounded unfinished',
  'open-entry': 'Ended by a longer silence: a number, a spelled word or an address might go on',
};

const overlapLabels: Record<Turn['overlaps'][number]['why'], string> = {
  words: 'the caller’s words',
  'back-channel': 'a listener’s words, such as “mhm”',
  'no-words': 'a sound without words',
  'long-speech': 'long speech without known words',
  'late-words': 'speech whose words came late',
  'no-speech': 'a sound that was no speech',
  background: 'a voice too soft to be the caller’s',
  uninterruptible: 'speech or keys, which may not interrupt this agent',
  bound: 'speech over its last words or a transfer',
};

function noteOf({ atMs, outcome, why, heldMs, count = 1 }: Turn['overlaps'][number]): string {
  const [at, what] = [formatPosition(atMs), overlapLabels[why]];
  const often = count === 1 ? '' : `, ${count} times`;
  if (outcome === 'interrupted') return `Stopped at ${at} by ${what}${often}`;
  if (outcome === 'resumed') return `Paused ${formatDuration(heldMs)} at ${at} by ${what}${often}`;
  return `Not stopped at ${at} by ${what}${often}`;
}

function notesOf({
  endedBy,
  endOfTurnMs,
  modelAskedMs,
  heldBackMs,
  droppedAnswers,
  overlaps,
}: Turn): string[] {
  const notes = endedBy ? [endLabels[endedBy]] : [];
  const earlyMs = (endOfTurnMs ?? 0) - (modelAskedMs ?? Number.POSITIVE_INFINITY);
  if (earlyMs > 0) notes.push(`Model asked ${formatDuration(earlyMs)} before the end`);
  // Calls of earlier versions have no such position.
  if (typeof heldBackMs === 'number') notes.push('The model waited for the caller to go on');
  if (droppedAnswers > 0) notes.push(`${formatCount(droppedAnswers, 'answer')} dropped unheard`);
  // Calls of earlier versions have no overlaps.
  for (const overlap of overlaps ?? []) notes.push(noteOf(overlap));
  return notes;
}
