import type { Schema } from '../../api/index.ts';

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
  interrupted: boolean;
  parts: WaterfallPart[];
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
    return [{ turn: turn.turn, kind, waitedMs, addedMs, interrupted: turn.interruptedAtMs !== null, parts }];
  });
}
