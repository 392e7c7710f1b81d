import { type MediaSession, Resampler } from '../../../telephony/media/index.ts';
import type { Listener } from '../audio/listener.ts';

/** Pieces of audio that may wait on the way to the other side; beyond these what is quiet is dropped, and what is loud. */
const quietPiecesMax = 3;
const piecesMax = 10;
/** The mean of the samples' magnitudes below which a piece is quiet: 42 dB below full scale. */
const quietMean = 260;

/**
 * Takes what one side says and presses to the other. What waits there has come late, and whatever comes after it would be
 * as late for good: so it is shortened where nobody notices, between words.
 */
export function listenerTo(
  target: Pick<MediaSession, 'sampleRateHz' | 'play' | 'sendDtmf'>,
  fromRateHz: () => number,
): Listener {
  let waiting = 0;
  let resampler: Resampler | null = null;
  const done = () => void waiting--;
  return {
    audio(pcm) {
      if (waiting >= piecesMax || (waiting >= quietPiecesMax && isQuiet(pcm))) return;
      waiting++;
      // Both lines have their rates for good by the time one of them is heard.
      resampler ??= new Resampler(fromRateHz(), target.sampleRateHz);
      target.play(resampler.push(pcm)).then(done, done);
    },
    digit(digit) {
      target.sendDtmf(digit).catch(() => undefined);
    },
  };
}

function isQuiet(pcm: Int16Array): boolean {
  let sum = 0;
  for (let n = 0; n < pcm.length; n++) sum += Math.abs(pcm[n]!);
  return sum < quietMean * pcm.length;
}
