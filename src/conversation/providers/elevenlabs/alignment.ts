import type { SpokenWord } from '../interfaces/index.ts';
import { asArray, asNumber, asObject } from '../kit/index.ts';

/**
 * Assembles words from the characters that the service aligns with its audio. Times count from the start of the message's
 * audio, and a word may span two messages.
 */
export class WordAligner {
  #text = '';
  #startMs = 0;
  #endMs = 0;

  /** Returns the words that end in a message whose audio starts at `audioMs` of the whole speech. */
  read(alignment: unknown, audioMs: number): SpokenWord[] {
    const { chars, charStartTimesMs, charDurationsMs, charsDurationsMs } = asObject(alignment);
    const starts = asArray(charStartTimesMs);
    const durations = asArray(charDurationsMs ?? charsDurationsMs);
    const words: SpokenWord[] = [];
    for (const [n, char] of asArray(chars).entries()) {
      const [startMs, durationMs] = [asNumber(starts[n]), asNumber(durations[n])];
      if (typeof char !== 'string' || startMs === null || durationMs === null) continue;
      if (char.trim() === '') words.push(...this.finish());
      else {
        if (this.#text === '') this.#startMs = audioMs + startMs;
        this.#text += char;
        this.#endMs = audioMs + startMs + durationMs;
      }
    }
    return words;
  }

  /** Returns the last word. */
  finish(): SpokenWord[] {
    if (this.#text === '') return [];
    const word = { text: this.#text, startMs: this.#startMs, endMs: this.#endMs };
    this.#text = '';
    return [word];
  }
}
