import type { CallerSpeech } from '../caller-side.ts';
import { type BackChannelContext, isBackChannel } from './back-channel.ts';
import { finalWaitMs } from './end-of-turn.ts';

/**
 * The policy of being spoken over. When the caller begins to speak, the agent stops at once, because nobody can know
 * within 200 ms whether it is going to be a word or a "mhm". It keeps what it has not said, and what it is thinking
 * of. Then one of three things is decided, by words alone, so that a cough or a door costs the agent no sentence:
 *
 * - `interrupt`: words were understood that are no back-channel. What was not said is dropped.
 * - `resume`: the speech is over and a back-channel word or nothing at all was understood, or it goes on for so long
 *   without a word that it is none. The agent goes on where it stopped.
 * - `wait`: not known yet.
 */
type InterruptionVerdict = 'interrupt' | 'resume' | 'wait';

/** So long after the end of speech its words are waited for. */
export const wordsWaitMs = 1000;
/** And for so long speech goes on without a word being understood: a transcriber may tell none before the end. */
export const wordlessMsMax = 15_000;

/** Where words come long after the speech, if at all, speech of such a length is taken to say something. */
export const longSpeechMs = 1000;

/** The caller's speech over the agent's, as far as it is known. */
interface SpeechOver extends CallerSpeech {
  nowMs: number;
}

/** When a verdict of `wait` is to be looked at again. */
export function nextLookMs({ startMs, endMs, wordsCome }: CallerSpeech): number {
  if (endMs === null) return startMs + (wordsCome === 'late' ? longSpeechMs : wordlessMsMax);
  return endMs + waitMsOf(wordsCome);
}

/** Where words are told only when the speech is over, all of them are still to come then. */
function waitMsOf(wordsCome: CallerSpeech['wordsCome']): number {
  return wordsCome === 'at-end' ? finalWaitMs : wordsWaitMs;
}

export function judgeInterruption(speech: SpeechOver, context: BackChannelContext): InterruptionVerdict {
  const { text, startMs, endMs, isFinal, wordsCome, nowMs } = speech;
  const hasWords = /[\p{L}\p{N}]/u.test(text);
  if (hasWords && !isBackChannel(text, context)) return 'interrupt';
  if (isFinal) return 'resume';
  if (wordsCome === 'late' && (endMs ?? nowMs) - startMs >= longSpeechMs) return 'interrupt';
  if (endMs === null) return !hasWords && nowMs - startMs >= wordlessMsMax ? 'resume' : 'wait';
  if (nowMs - endMs < waitMsOf(wordsCome)) return 'wait';
  // One that tells words at once has heard none.
  return wordsCome === 'at-once' ? 'resume' : 'interrupt';
}
