import type { SpeechRequest } from '../providers/interfaces/index.ts';

/** A part of a written text that is spoken differently. Positions are in UTF-16 code units; `end` is exclusive. */
export interface SpokenPart {
  /** The position in the written text. */
  start: number;
  end: number;
  spoken: string;
  ipa: string | null;
}

/** A part with its position in the spoken text. */
interface PlacedPart extends SpokenPart {
  spokenStart: number;
  spokenEnd: number;
}

/** A text for a voice. */
export type SpokenRest = Pick<SpeechRequest, 'text' | 'phonemes'>;

/**
 * The text that a voice speaks for a written one. Transcript, model and failover use positions of the written text. A
 * replaced part, such as a number that was written out, is indivisible: a position inside counts as its start.
 */
export class SpokenText {
  readonly written: string;
  /** The text for the voice. */
  readonly text: string;
  readonly #parts: readonly PlacedPart[];

  /** Takes the replaced parts in order, without overlaps. */
  constructor(written: string, parts: readonly SpokenPart[]) {
    this.written = written;
    const placed: PlacedPart[] = [];
    let text = '';
    let at = 0;
    for (const part of parts) {
      text += written.slice(at, part.start);
      placed.push({ ...part, spokenStart: text.length, spokenEnd: text.length + part.spoken.length });
      text += part.spoken;
      at = part.end;
    }
    this.text = text + written.slice(at);
    this.#parts = placed;
  }

  /** Returns the position in the written text of a position in the spoken text. */
  writtenAt(position: number): number {
    let shift = 0;
    for (const { start, end, spokenStart, spokenEnd } of this.#parts) {
      if (position <= spokenStart) break;
      if (position < spokenEnd) return start;
      shift = end - spokenEnd;
    }
    return position + shift;
  }

  /** Returns the position in the spoken text of a position in the written text. */
  spokenAt(position: number): number {
    let shift = 0;
    for (const { start, end, spokenStart, spokenEnd } of this.#parts) {
      if (position <= start) break;
      if (position < end) return spokenStart;
      shift = spokenEnd - end;
    }
    return position + shift;
  }

  /** Returns what a voice speaks from a position of the written text on, without outer white space. */
  from(position: number): SpokenRest {
    const untrimmed = this.text.slice(this.spokenAt(position));
    const text = untrimmed.trim();
    const start = this.text.length - untrimmed.trimStart().length;
    const phonemes = this.#parts.flatMap(({ spokenStart, spokenEnd, ipa }) =>
      ipa === null || spokenStart < start || spokenEnd > start + text.length
        ? []
        : [{ start: spokenStart - start, end: spokenEnd - start, ipa }],
    );
    return phonemes.length > 0 ? { text, phonemes } : { text };
  }
}
