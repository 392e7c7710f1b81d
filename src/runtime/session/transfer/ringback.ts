import type { MediaSession } from '../../../telephony/media/index.ts';

/** North American ringback (ITU-T E.180): 440 and 480 Hz, two seconds on and four off. */
const onSeconds = 2;
const offSeconds = 4;
const amplitude = 2_500;

const made = new Map<number, Int16Array>();

function ringOnce(sampleRateHz: number): Int16Array {
  const known = made.get(sampleRateHz);
  if (known) return known;
  const pcm = new Int16Array((onSeconds + offSeconds) * sampleRateHz);
  for (let n = 0; n < onSeconds * sampleRateHz; n++) {
    const phase = (2 * Math.PI * n) / sampleRateHz;
    pcm[n] = amplitude * (Math.sin(440 * phase) + Math.sin(480 * phase));
  }
  made.set(sampleRateHz, pcm);
  return pcm;
}

/** Lets the caller hear that it rings elsewhere, until the function that it returns is called. */
export function playRingback(media: MediaSession): () => void {
  let isOver = false;
  const ring = async () => {
    while (!isOver) await media.play(ringOnce(media.sampleRateHz));
  };
  // A line that is closed meanwhile rings no more.
  ring().catch(() => undefined);
  return () => {
    if (isOver) return;
    isOver = true;
    media.stopPlaying();
  };
}
