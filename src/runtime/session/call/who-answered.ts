import type { AnsweredBy, CallEnd } from '../../../domains/calls/index.ts';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { AnswerListener } from '../../../telephony/answer-detection/index.ts';
import type { Listener } from '../audio/listener.ts';
import { type AnswerWordsOptions, hearWords } from './answer-words.ts';

/** What it takes to listen to who answered. */
export interface WhoAnsweredOptions extends Omit<AnswerWordsOptions, 'onWords'> {
  /** Hands what comes from the other side to somebody else, or (null) to the conversation again. */
  divert: (listener: Listener | null) => void;
  /** Resolves when the call ends from outside. */
  ended: Promise<CallEnd>;
}

/** Nobody who has said nothing waits longer than this for the first message. */
const speechWithinMs = 4_000;
/** However long somebody speaks, it is decided by then: the classifier itself decides after 40 s. */
const decidedWithinMs = 45_000;
/** The beep is over when it was not heard for so long; and a machine that then sends no audio is not waited for. */
const afterBeepMs = 200;
const beepMsMax = 5_000;

/**
 * Listens from the answer on until it is known who or what answered; of a voicemail until its beep is over. Where
 * nobody says anything that is 4 s; whoever speaks is heard until it is known who they are, so that nobody is talked
 * over. What a transcriber understands meanwhile is taken into account, and never waited for. Null when the call ended
 * first.
 */
export async function whoAnswered(options: WhoAnsweredOptions): Promise<AnsweredBy | null> {
  const { sampleRateHz, divert, ended } = options;
  const words = hearWords({ ...options, onWords: (text) => listener?.heard(text) });
  const found = Promise.withResolvers<AnsweredBy | null>();
  const timers: (() => void)[] = [];
  const after = (ms: number, work: () => void) => timers.push(fairTimeout(ms, work));
  let listener: AnswerListener | undefined;
  let isBeeping = false;
  let [startMs, nowMs] = [0, 0];
  let finishedMs: number | null = null;
  const decide = (kind: AnsweredBy['kind'], decidedAtMs: number, reason: string) =>
    found.resolve({ kind, decidedAtMs: Math.round(decidedAtMs), reason });
  divert({
    audio(pcm, atMs) {
      if (!listener) startMs = atMs;
      listener ??= new AnswerListener(atMs, sampleRateHz);
      nowMs = atMs + (pcm.length * 1000) / sampleRateHz;
      words.write(pcm, atMs);
      const verdict = listener.audio(pcm, atMs);
      const { silentSinceMs } = listener;
      if (silentSinceMs !== null && silentSinceMs !== finishedMs) words.finish(silentSinceMs);
      finishedMs = silentSinceMs;
      if (!verdict) return;
      const { kind, decidedAtMs, beepEndMs, reason } = verdict;
      if (beepEndMs === null || nowMs - beepEndMs >= afterBeepMs) decide(kind, decidedAtMs, reason);
      else if (!isBeeping) {
        isBeeping = true;
        after(beepMsMax, () => decide(kind, decidedAtMs, reason));
      }
    },
    // A key says nothing about who pressed it.
    digit: () => undefined,
  });
  after(speechWithinMs, () => {
    if (!listener?.hasHeardSpeech) decide('silence', startMs + speechWithinMs, 'nobody spoke');
  });
  after(decidedWithinMs, () => decide('undecided', startMs + decidedWithinMs, 'it spoke on and on'));
  void ended.then(() => found.resolve(null));
  try {
    return await found.promise;
  } finally {
    for (const callOff of timers) callOff();
    words.close();
    divert(null);
  }
}
