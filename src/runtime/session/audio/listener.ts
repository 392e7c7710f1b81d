/** Hears the caller in place of the conversation. */
export interface Listener {
  /** `atMs` is the position of the first sample. */
  audio(pcm: Int16Array, atMs: number): void;
  digit(digit: string): void;
}
