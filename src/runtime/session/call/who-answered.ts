import type { AnsweredBy, CallEnd } from '../../../domains/calls/index.ts';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { AnswerListener, type AnswerVerdict } from '../../../telephony/answer-detection/index.ts';
import type { Listener } from '../audio/call-hearing.ts';
import { type AnswerOpinionOptions, opinionOnAnswer } from './answer-opinion.ts';
import { type AnswerTranscriptOptions, transcribeAnswer } from './answer-transcript.ts';

/** The parts of the call that answer detection needs. */
export interface WhoAnsweredOptions
  extends Omit<AnswerTranscriptOptions, 'onWords'>,
    Omit<AnswerOpinionOptions, 'onKind'> {
  /** Sends the other side's audio to `listener`, or back to the conversation for `null`. */
  divert: (listener: Listener | null) => void;
  /** Maximum wait in a queue, from its first sign on. */
  queueMsMax: number;
  /** Called when the call waits in a queue. The result follows. */
  onQueue: (by: AnsweredBy) => void;
  /** Resolves when the call ends from outside. */
  ended: Promise<CallEnd>;
}

/** The result of answer detection. `isTemporary` is for an intercept after which a later attempt may succeed. */
export interface WhoAnswered {
  answeredBy: AnsweredBy;
  /** The words that were heard; empty without a transcriber. */
  heard: string;
  isTemporary: boolean;
}

/** The wait for speech. A person who says nothing then hears the first message. */
const speechWithinMs = 4_000;
/** The time of the latest decision, while the other side still speaks. The classifier decides after 40 s. */
const decidedWithinMs = 45_000;
/** The beep is over after this much silence, or after `beepMsMax` when the machine sends no audio. */
const afterBeepMs = 200;
const beepMsMax = 5_000;

/**
 * Listens from the answer on until it is known who or what answered: 4 s when the other side is silent, after the beep of a
 * voicemail, and else until the speech is recognized, so that the agent interrupts no caller. In a queue it listens on
 * until another party answers, and returns `queue` after `queueMsMax`. Uses a transcript and the agent's model
 * as far as there are some. Returns `null` when the call ended first.
 */
export async function whoAnswered(options: WhoAnsweredOptions): Promise<WhoAnswered | null> {
  const { sampleRateHz, divert, ended } = options;
  const found = Promise.withResolvers<WhoAnswered | null>();
  const timers: (() => void)[] = [];
  const after = (ms: number, work: () => void) => timers.push(fairTimeout(ms, work));
  let listener: AnswerListener | undefined;
  let heard = '';
  const words = transcribeAnswer({
    ...options,
    onWords(text, isFinal) {
      if (isFinal) heard = `${heard} ${text}`.trim();
      listener?.heard(text, !isFinal);
    },
  });
  const opinion = opinionOnAnswer({ ...options, onKind: (kind, read) => listener?.propose(kind, read) });
  let isBeeping = false;
  let isQueued = false;
  let [startMs, nowMs] = [0, 0];
  let finishedMs: number | null = null;
  const decide = (kind: AnsweredBy['kind'], decidedAtMs: number, reason: string, isTemporary = false) =>
    found.resolve({ answeredBy: { kind, decidedAtMs: Math.round(decidedAtMs), reason }, heard, isTemporary });
  const take = ({ kind, decidedAtMs, beepEndMs, reason, isTemporary }: AnswerVerdict) => {
    if (kind === 'queue') {
      if (isQueued) return;
      isQueued = true;
      options.onQueue({ kind, decidedAtMs: Math.round(decidedAtMs), reason });
      after(options.queueMsMax, () => decide(kind, decidedAtMs, reason));
    } else if (beepEndMs === null || nowMs - beepEndMs >= afterBeepMs) {
      decide(kind, decidedAtMs, reason, isTemporary);
    } else if (!isBeeping) {
      isBeeping = true;
      after(beepMsMax, () => decide(kind, decidedAtMs, reason));
    }
  };
  divert({
    audio(pcm, atMs) {
      if (!listener) startMs = atMs;
      listener ??= new AnswerListener(atMs, sampleRateHz, words.hasWords);
      nowMs = atMs + (pcm.length * 1000) / sampleRateHz;
      words.write(pcm, atMs);
      const verdict = listener.audio(pcm, atMs);
      const { silentSinceMs } = listener;
      if (silentSinceMs !== null && silentSinceMs !== finishedMs) words.finish(silentSinceMs);
      finishedMs = silentSinceMs;
      if (verdict) take(verdict);
      opinion.ask(listener.unexplainedWords);
    },
    digit: () => undefined,
  });
  after(speechWithinMs, () => {
    if (!isQueued && !listener?.hasHeardSpeech) decide('silence', startMs + speechWithinMs, 'no speech');
  });
  after(decidedWithinMs, () => {
    if (!isQueued) decide('undecided', startMs + decidedWithinMs, 'it spoke on and on');
  });
  void ended.then(() => found.resolve(null));
  try {
    return await found.promise;
  } finally {
    for (const callOff of timers) callOff();
    words.close();
    opinion.close();
    divert(null);
  }
}
