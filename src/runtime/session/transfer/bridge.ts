import { type MediaSession, Resampler } from '../../../telephony/media/index.ts';
import type { Listener } from '../audio/call-hearing.ts';

/** Pieces of audio in the queue of the other side beyond which quiet pieces are dropped, and beyond which all are. */
const quietPiecesMax = 3;
const piecesMax = 10;
/** The mean of the samples' magnitudes below which a piece is quiet: 42 dB below full scale. */
const quietMean = 260;

/**
 * Returns a listener that passes one side's audio and keys to `target`. Queued audio delays everything after it, so quiet
 * pieces between words are dropped until the queue is short.
 */
export function listenerTo(
  target: Pick<MediaSession, 'sampleRateHz' | 'play' | 'sendDtmf'>,
  fromRateHz: () => number,
): Listener {
  let queued = 0;
  let resampler: Resampler | null = null;
  const done = () => void queued--;
  return {
    audio(pcm) {
      if (queued >= piecesMax || (queued >= quietPiecesMax && isQuiet(pcm))) return;
      queued++;
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
