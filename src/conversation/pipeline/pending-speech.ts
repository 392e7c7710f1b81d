import type { Words } from './caller-side.ts';
import type { CallerPart } from './memory.ts';

/** The most late words that wait for the next turn. Older ones are only in the transcript. */
const lateWordsMax = 10;

/** The words of the caller's turn so far: those that do not change any more, then the partial ones. */
export class PendingSpeech {
  #final: Words[] = [];
  #partial: Words | null = null;
  /** Words that were said before the last turn and arrived after it. */
  #late: Words[] = [];
  /** The partial words that counted as all words of some speech, because its `final` result was late. */
  #guessed: Words | null = null;
  #firstAtMs: number | null = null;
  #finalAtMs: number | null = null;

  /** Whether there are words that do not change any more. */
  get areThere(): boolean {
    return this.#final.length > 0;
  }

  get arePartial(): boolean {
    return this.#partial !== null;
  }

  get text(): string {
    return this.#all.map(({ text }) => text).join(' ');
  }

  /** The end of the last words on the clock of the audio; `null` without words. */
  get endMs(): number | null {
    return this.#all.at(-1)?.endMs ?? null;
  }

  /** When the first words arrived, and when the last that do not change any more; `null` before. */
  get arrived(): { firstAtMs: number | null; finalAtMs: number | null } {
    return { firstAtMs: this.#firstAtMs, finalAtMs: this.#finalAtMs };
  }

  /** Late words and those of the turn, for the model. */
  get parts(): CallerPart[] {
    return [...this.#late, ...this.#all].map(({ text }) => ({ text, input: 'speech' }));
  }

  get #all(): readonly Words[] {
    return this.#partial ? [...this.#final, this.#partial] : this.#final;
  }

  /** Replaces the partial words. */
  setPartial(words: Words | null, nowMs: number): void {
    this.#partial = words;
    if (words) this.#firstAtMs ??= nowMs;
  }

  /** Adds words in place of the partial ones. Returns whether there are any that were not answered already. */
  addFinal(words: Words | null, nowMs: number): boolean {
    this.#partial = null;
    const added = this.#withoutGuess(words);
    if (added) this.#add([...this.#final, added], nowMs);
    return added !== null;
  }

  /** Adds words of lost speech where they belong. */
  addLost(words: Words, nowMs: number): void {
    this.#add(
      [...this.#final, words].sort((a, b) => a.startMs - b.startMs),
      nowMs,
    );
  }

  /** Adds words of a turn that was answered without them. */
  addLate(words: Words): void {
    this.#late = [...this.#late, words].slice(-lateWordsMax);
  }

  /** Takes the partial words for all words: the `final` result is late. */
  guess(): void {
    if (this.#partial) this.#final.push(this.#partial);
    this.#guessed = this.#partial;
    this.#partial = null;
  }

  /** Removes and returns the words that do not change any more. Drops partial ones, and keeps late ones. */
  take(): Words[] {
    const words = this.#final;
    this.#final = [];
    this.#partial = null;
    this.#firstAtMs = null;
    return words;
  }

  /** The late words have become part of a turn. */
  clearLate(): void {
    this.#late = [];
  }

  #add(words: Words[], nowMs: number): void {
    this.#final = words;
    this.#finalAtMs = nowMs;
    this.#firstAtMs ??= nowMs;
  }

  /** Returns the words of a result: in place of guessed ones, and `null` when the guess was answered already. */
  #withoutGuess(words: Words | null): Words | null {
    const guessed = this.#guessed;
    if (!words || !guessed || words.startMs >= guessed.endMs) return words;
    this.#guessed = null;
    if (!this.#final.includes(guessed)) return null;
    this.#final = this.#final.filter((other) => other !== guessed);
    return words;
  }
}
