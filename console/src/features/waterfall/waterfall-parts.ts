import type { Schema } from '../../api/index.ts';

/** One turn of a conversation, as the latency ledger has it. */
export type Turn = Schema<'CallTurn'>;

/** One step on the way from the caller's last sound to the agent's first. */
export interface WaterfallPart {
  id: 'deciding' | 'model' | 'sentence' | 'voice' | 'line';
  fromMs: number;
  lengthMs: number;
}

/** A turn that the caller waited in. */
export interface WaterfallTurn {
  turn: number;
  kind: Turn['kind'];
  waitedMs: number;
  addedMs: number | null;
  interrupted: boolean;
  parts: WaterfallPart[];
}

export const partWords: Record<WaterfallPart['id'], string> = {
  deciding: 'End of turn detection',
  model: 'Model, first word',
  sentence: 'Model, first sentence',
  voice: 'Voice, first audio',
  line: 'Line, first audio sent',
};

/**
 * The turns that the caller waited in, each cut at the positions that the ledger has of it. A step that the ledger
 * does not tell of, as in speech-to-speech, is part of the one that follows.
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
