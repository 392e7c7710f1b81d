import type { MediaSession } from '../../../telephony/media/index.ts';

/** A piece that is played at once. Shorter pieces would load the thread, longer ones delay what interrupts the music. */
const pieceSeconds = 0.5;
const noteSeconds = 0.5;
const amplitude = 1_600;

/** Broken chords of C, A minor, F and G, in semitones from the note A above middle C. */
const semitones = [
  -9, -5, -2, 3, -2, -5, -12, -9, -5, 0, -5, -9, -16, -12, -9, -4, -9, -12, -14, -10, -7, -2, -7, -10,
];

const songs = new Map<number, Int16Array>();

/** Returns the music of Parley: soft broken chords, which can be repeated without a gap. */
export function ownMusic(sampleRateHz: number): Int16Array {
  const known = songs.get(sampleRateHz);
  if (known) return known;
  const perNote = Math.round(noteSeconds * sampleRateHz);
  const sum = new Float64Array(perNote * semitones.length);
  for (const [index, semitone] of semitones.entries()) {
    const step = (2 * Math.PI * 440 * 2 ** (semitone / 12)) / sampleRateHz;
    // A note sounds on under the next two. The last ones go on at the beginning.
    for (let n = 0; n < perNote * 3; n++) {
      const envelope = Math.min(1, n / (0.02 * sampleRateHz)) * Math.exp((-3 * n) / (perNote * 3));
      const fade = 1 - n / (perNote * 3);
      const at = (index * perNote + n) % sum.length;
      sum[at]! += amplitude * envelope * fade * (Math.sin(step * n) + 0.3 * Math.sin(2 * step * n));
    }
  }
  const pcm = Int16Array.from(sum, (value) => Math.round(value));
  songs.set(sampleRateHz, pcm);
  return pcm;
}

/** What a waiting caller hears: music, and announcements between its pieces. */
export class WaitingMusic {
  readonly #media: Pick<MediaSession, 'play' | 'stopPlaying' | 'sampleRateHz'>;
  readonly #music: Int16Array;
  #announcement: Int16Array | null = null;
  #isOver = false;

  /** `music` has the sample rate of the line. */
  constructor(media: Pick<MediaSession, 'play' | 'stopPlaying' | 'sampleRateHz'>, music: Int16Array) {
    this.#media = media;
    this.#music = music;
    // The line may close while the music plays.
    this.#play().catch(() => undefined);
  }

  /** Says something at the next pause of half a second at most. */
  announce(pcm: Int16Array): void {
    this.#announcement = pcm;
  }

  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#media.stopPlaying();
  }

  async #play(): Promise<void> {
    const length = Math.round(pieceSeconds * this.#media.sampleRateHz);
    // One piece is ahead, so that there is no gap between two.
    let ahead: Promise<unknown> = Promise.resolve();
    let at = 0;
    while (!this.#isOver) {
      const said = this.#announcement;
      this.#announcement = null;
      const piece = said ?? this.#music.subarray(at, at + length);
      if (!said) at = at + length >= this.#music.length ? 0 : at + length;
      const before = ahead;
      ahead = this.#media.play(piece);
      // A failure ends the music when it is awaited.
      ahead.catch(() => undefined);
      await before;
    }
  }
}
