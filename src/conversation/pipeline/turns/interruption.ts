import type { CallerSpeech } from '../caller-side.ts';
import type { Overlap } from '../turn-latency.ts';
import { type BackChannelContext, isBackChannel } from './back-channel.ts';
import { finalWaitMs } from './end-of-turn.ts';

/**
 * The policy of interruptions. When the caller starts to speak, the agent stops at once, because the first 200 ms do
 * not show whether a word or a "mhm" follows. The agent keeps its unsaid words and its pending answer. Only words then
 * decide, so that a cough or a door does not interrupt a sentence:
 *
 * - `interrupted`: the words are no back-channel. The unsaid words are dropped.
 * - `resumed`: the speech ended with a back-channel or without words, or it lasted too long without words to be speech.
 *   The agent continues where it stopped.
 * - `speak-on`: the decision is open, but words are missing for longer than the transcriber needs. The agent speaks until
 *   they come.
 * - `wait`: the decision is open.
 */
type InterruptionVerdict = Pick<Overlap, 'outcome' | 'why'> | 'speak-on' | 'wait';

/** The wait for words after the end of speech. */
export const wordsWaitMs = 1000;
/** The longest speech without an interrupting word. A transcriber may return its words only at the end. */
export const wordlessMsMax = 15_000;

/** When words arrive late or never, speech of this length counts as an interruption. */
export const longSpeechMs = 1000;

interface SpeechOver extends CallerSpeech {
  nowMs: number;
  /** Its sound is no speech. */
  isWordless: boolean;
}

/** Returns the position at which an open decision must be looked at again. */
export function nextLookMs(speech: SpeechOver): number {
  const { startMs, endMs, wordsCome, isWordless, wordsWithinMs, nowMs } = speech;
  const spokenMsMax = wordsCome === 'late' && !isWordless ? longSpeechMs : wordlessMsMax;
  const overMs = endMs === null ? startMs + spokenMsMax : endMs + waitMsOf(wordsCome);
  const dueMs = startMs + (wordsWithinMs ?? Number.POSITIVE_INFINITY);
  return dueMs > nowMs ? Math.min(overMs, dueMs) : overMs;
}

/** A transcriber without partial results returns all words after the speech, and so needs more time. */
function waitMsOf(wordsCome: CallerSpeech['wordsCome']): number {
  return wordsCome === 'at-end' ? finalWaitMs : wordsWaitMs;
}

export function judgeInterruption(speech: SpeechOver, context: BackChannelContext): InterruptionVerdict {
  const { text, startMs, endMs, isFinal, wordsCome, wordsWithinMs, isWordless, nowMs } = speech;
  const hasWords = /[\p{L}\p{N}]/u.test(text);
  const silentWhy = isWordless ? 'no-speech' : 'no-words';
  const resumed = { outcome: 'resumed', why: hasWords ? 'back-channel' : silentWhy } as const;
  if (hasWords && !isBackChannel(text, context)) return { outcome: 'interrupted', why: 'words' };
  if (isFinal) return resumed;
  if (wordsCome === 'late' && !isWordless && (endMs ?? nowMs) - startMs >= longSpeechMs) {
    return { outcome: 'interrupted', why: 'long-speech' };
  }
  const isOverdue = !hasWords && wordsWithinMs !== null && nowMs - startMs >= wordsWithinMs;
  const open = isOverdue ? 'speak-on' : 'wait';
  if (endMs === null) return nowMs - startMs >= wordlessMsMax ? resumed : open;
  if (nowMs - endMs < waitMsOf(wordsCome)) return open;
  // A transcriber with partial results has recognized no word by now.
  return wordsCome === 'at-once' || isWordless ? resumed : { outcome: 'interrupted', why: 'late-words' };
}
