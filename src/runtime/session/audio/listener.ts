/** What the caller says and presses while the conversation does not hear it. */
export interface Listener {
  /** `atMs` is the position of the first sample. */
  audio(pcm: Int16Array, atMs: number): void;
  digit(digit: string): void;
}
