import { InterceptListener } from '../../../telephony/answer-detection/index.ts';
import type { LiveCall } from './live-call.ts';

/** Stops a call when special information tones arrive before its answer. For agents with answer detection. */
export function stopOnEarlyIntercept(live: LiveCall): void {
  const tones = new InterceptListener();
  live.audio.hearing.hearEarly({
    audio(pcm, atMs) {
      const intercept = tones.audio(pcm, atMs);
      if (!intercept) return;
      const seconds = (atMs / 1000).toFixed(1);
      live.record.noteFact(
        'early-intercept',
        `Special information tones came ${seconds} s into the audio before the answer.`,
      );
      // Tones without a code do not say that the number is unassigned, so it is tried again.
      live.stop(intercept === 'number' ? 'number-intercepted' : 'network-intercepted');
    },
    digit: () => undefined,
  });
}
