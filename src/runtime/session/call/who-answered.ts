import type { AnsweredBy, CallEnd } from '../../../domains/calls/index.ts';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { AnswerListener } from '../../../telephony/answer-detection/index.ts';
import type { Listener } from '../audio/call-hearing.ts';
import { type AnswerTranscriptOptions, transcribeAnswer } from './answer-transcript.ts';

/** The parts of the call that answer detection needs. */
export interface WhoAnsweredOptions extends Omit<AnswerTranscriptOptions, 'onWords'> {
  /** Sends the other side's audio to `listener`, or back to the conversation for `null`. */
  divert: (listener: Listener | null) => void;
  /** Resolves when the call ends from outside. */
  ended: Promise<CallEnd>;
}

/** A person who says nothing waits no longer than this for the first message. */
const speechWithinMs = 4_000;
/** The latest decision, however long the other side speaks. The classifier decides after 40 s. */
const decidedWithinMs = 45_000;
/** The beep is over after this much silence. A machine that sends no audio then is not waited for longer. */
const afterBeepMs = 200;
const beepMsMax = 5_000;

/**
 * Listens from the answer on until it is known who or what answered: 4 s when the other side is silent, after the beep of a
 * voicemail, and else until the speech is recognized, so that the agent interrupts no caller. Uses a transcript as far as
 * there is one. Returns `null` when the call ended first.
 */
export async function whoAnswered(options: WhoAnsweredOptions): Promise<AnsweredBy | null> {
  const { sampleRateHz, divert, ended } = options;
  const words = transcribeAnswer({ ...options, onWords: (text) => listener?.heard(text) });
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
    digit: () => undefined,
  });
  after(speechWithinMs, () => {
    if (!listener?.hasHeardSpeech) decide('silence', startMs + speechWithinMs, 'no speech');
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
