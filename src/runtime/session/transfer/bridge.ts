import { type MediaSession, Resampler } from '../../../telephony/media/index.ts';
import type { Listener } from '../audio/call-hearing.ts';

/** How many pieces of audio may wait for the other side before quiet ones are dropped, and before any are. */
const quietPiecesMax = 3;
const piecesMax = 10;
/** The mean of the samples' magnitudes below which a piece is quiet: 42 dB below full scale. */
const quietMean = 260;

/**
 * Returns a listener that passes one side's audio and keys to `target`. Audio that waits there would delay everything after
 * it, so it is shortened between words, where that is not heard.
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
      // The rates of both lines are final when the first audio arrives.
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
