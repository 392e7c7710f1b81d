import { calledOff } from '../../../platform/kernel/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';

/** Two soft notes, and the pause after them. */
const notes = [
  { hertz: 523.25, seconds: 0.35 },
  { hertz: 659.25, seconds: 0.6 },
];
const pauseSeconds = 4;
const amplitude = 1_600;

const tones = new Map<number, Int16Array>();

/** Returns the sound that says to a caller that the line is open: two soft notes every five seconds. */
export function waitingTone(sampleRateHz: number): Int16Array {
  const known = tones.get(sampleRateHz);
  if (known) return known;
  const seconds = notes.reduce((sum, note) => sum + note.seconds, pauseSeconds);
  const pcm = new Int16Array(Math.round(seconds * sampleRateHz));
  let at = 0;
  for (const note of notes) {
    const length = Math.round(note.seconds * sampleRateHz);
    for (let n = 0; n < length; n++) {
      const shape = Math.min(n / (0.02 * sampleRateHz), 1) * (1 - n / length);
      pcm[at + n] = amplitude * shape * Math.sin((2 * Math.PI * note.hertz * n) / sampleRateHz);
    }
    at += length;
  }
  tones.set(sampleRateHz, pcm);
  return pcm;
}

/** Plays a sound again and again, until the returned function is called or the line closes. */
export function playAgain(media: Pick<MediaSession, 'play' | 'stopPlaying'>, pcm: Int16Array): () => void {
  const over = new AbortController();
  const play = async () => {
    while (!over.signal.aborted) await media.play(pcm);
  };
  // The line may close while the sound plays.
  play().catch(() => undefined);
  return () => {
    if (over.signal.aborted) return;
    over.abort(calledOff);
    media.stopPlaying();
  };
}
