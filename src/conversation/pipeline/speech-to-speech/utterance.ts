/** Speech of the caller without a longer pause. */
export interface Utterance {
  startMs: number;
  endMs: number;
  /** The transcript; `null` until it arrives. */
  text: string | null;
  /** The id of the model's item; `null` until the model reports it. */
  itemId: string | null;
  /** Its audio, as long as a new connection may need it. */
  pieces: Int16Array[];
  /** The model started to answer it. */
  isAnswered: boolean;
  /** It was a back-channel or noise, and the model must forget it. */
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
