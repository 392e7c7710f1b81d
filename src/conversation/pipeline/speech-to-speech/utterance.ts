/** Something that the caller said without a longer pause. */
export interface Utterance {
  startMs: number;
  endMs: number;
  /** What was understood of it; null: that is not known yet. */
  text: string | null;
  /** What the model knows it by; null: it does not have it yet. */
  itemId: string | null;
  /** Its audio, for as long as it may have to be sent again. */
  pieces: Int16Array[];
  /** The agent has begun to answer it. */
  isAnswered: boolean;
  /** It meant nothing, and the model is to forget it. */
  isForgotten: boolean;
}

export function newUtterance(startMs: number): Utterance {
  return {
    startMs,
    endMs: startMs,
    text: null,
    itemId: null,
    pieces: [],
    isAnswered: false,
    isForgotten: false,
  };
}
