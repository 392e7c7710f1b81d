import type { Schema } from '../../api/index.ts';
import { formatDuration } from '../../ui/index.ts';

/** A turn of the latency ledger. */
export type Turn = Schema<'CallTurn'>;

/** One part of the time between the caller's last sound and the agent's first. */
interface WaterfallPart {
  id: 'deciding' | 'model' | 'sentence' | 'voice' | 'line';
  fromMs: number;
  lengthMs: number;
}

/** A turn in which the caller waited. */
export interface WaterfallTurn {
  turn: number;
  kind: Turn['kind'];
  waitedMs: number;
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
 * Returns the turns in which the caller waited, divided at the positions in the ledger. A part without a position, as
 * in speech-to-speech, belongs to the next one.
 */
export function waterfallOf(turns: readonly Turn[]): WaterfallTurn[] {
  return turns.flatMap((turn) => {
    if (turn.speechEndMs === null || turn.waitedMs === null) return [];
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
    const { kind, waitedMs, addedMs } = turn;
    return [{ turn: turn.turn, kind, waitedMs, addedMs, parts, notes: notesOf(turn) }];
  });
}

const endLabels: Record<NonNullable<Turn['endedBy']>, string> = {
  keys: 'Ended by keys',
  transcriber: 'Ended by the transcriber',
  'expected-phrase': 'Ended by an expected phrase',
  'finished-sound': 'Ended by silence; the turn detector agreed',
  silence: 'Ended by silence',
  'unfinished-sound': 'Ended by a longer silence: the turn detector heard no end',
  'unfinished-words': 'Ended by a longer silence: the words sounded unfinished',
  'open-entry': 'Ended by a longer silence after a number or spelled word',
};

const overlapLabels: Record<Turn['overlaps'][number]['why'], string> = {
  words: 'words',
  'back-channel': 'only a listener’s words',
  'no-words': 'no words',
  'long-speech': 'long speech',
  'late-words': 'late words',
};

function notesOf({ endedBy, endOfTurnMs, modelAskedMs, droppedAnswers, overlaps }: Turn): string[] {
  const notes = endedBy ? [endLabels[endedBy]] : [];
  const earlyMs = (endOfTurnMs ?? 0) - (modelAskedMs ?? Number.POSITIVE_INFINITY);
  if (earlyMs > 0) notes.push(`Model asked ${formatDuration(earlyMs)} before the end`);
  if (droppedAnswers > 0)
    notes.push(`${droppedAnswers} unheard ${droppedAnswers === 1 ? 'answer' : 'answers'} dropped`);
  // Calls of earlier versions have no overlaps.
  for (const { outcome, why, heldMs } of overlaps ?? []) {
    const became = outcome === 'interrupted' ? 'Interrupted' : `Went on after ${formatDuration(heldMs)}`;
    notes.push(`${became}: ${overlapLabels[why]}`);
  }
  return notes;
}
