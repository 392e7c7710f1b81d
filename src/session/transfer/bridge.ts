import { type MediaSession, Resampler } from '../../media/index.ts';
import type { Listener } from './parties.ts';

/** Audio that may wait on the way to the other side; what comes beyond it is dropped, so that nobody lags behind. */
const waitingPiecesMax = 10;

/** Takes what one side says and presses to the other. */
export function listenerTo(target: MediaSession, fromRateHz: () => number): Listener {
  let waiting = 0;
  let resampler: Resampler | null = null;
  const done = () => void waiting--;
  return {
    audio(pcm) {
      if (waiting >= waitingPiecesMax) return;
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
