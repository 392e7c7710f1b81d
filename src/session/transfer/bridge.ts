import { halveSampleRate, type MediaSession } from '../../media/index.ts';
import type { Listener } from './parties.ts';

/** Audio that may wait on the way to the other side; what comes beyond it is dropped, so that nobody lags behind. */
const waitingPiecesMax = 10;

/** Takes what one side says and presses to the other. */
export function listenerTo(target: MediaSession, fromRateHz: () => number): Listener {
  let waiting = 0;
  const done = () => void waiting--;
  return {
    audio(pcm) {
      if (waiting >= waitingPiecesMax) return;
      waiting++;
      target.play(atRate(pcm, fromRateHz(), target.sampleRateHz)).then(done, done);
    },
    digit(digit) {
      target.sendDtmf(digit).catch(() => undefined);
    },
  };
}

/** Lines speak at 8 or at 16 kHz. */
function atRate(pcm: Int16Array, fromHz: number, toHz: number): Int16Array {
  if (fromHz === toHz) return pcm;
  if (fromHz > toHz) return halveSampleRate(pcm);
  return Int16Array.from({ length: pcm.length * 2 }, (_, n) =>
    n % 2 === 0 ? pcm[n >> 1]! : (pcm[n >> 1]! + (pcm[(n >> 1) + 1] ?? pcm[n >> 1]!)) >> 1,
  );
}
