import type { CallerSpeech } from '../caller-side.ts';
import type { Overlap } from '../ledger.ts';
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
 * - `wait`: the decision is open.
 */
type InterruptionVerdict = Pick<Overlap, 'outcome' | 'why'> | 'wait';

/** The wait for words after the end of speech. */
export const wordsWaitMs = 1000;
/** The longest speech without a word. A transcriber may return its words only at the end. */
export const wordlessMsMax = 15_000;

/** When words arrive late or never, speech of this length counts as an interruption. */
export const longSpeechMs = 1000;

interface SpeechOver extends CallerSpeech {
  nowMs: number;
}

/** Returns the position at which a `wait` must be decided again. */
export function nextLookMs({ startMs, endMs, wordsCome }: CallerSpeech): number {
  if (endMs === null) return startMs + (wordsCome === 'late' ? longSpeechMs : wordlessMsMax);
  return endMs + waitMsOf(wordsCome);
}

/** A transcriber without partial results returns all words after the speech, and so needs more time. */
function waitMsOf(wordsCome: CallerSpeech['wordsCome']): number {
  return wordsCome === 'at-end' ? finalWaitMs : wordsWaitMs;
}

export function judgeInterruption(speech: SpeechOver, context: BackChannelContext): InterruptionVerdict {
  const { text, startMs, endMs, isFinal, wordsCome, nowMs } = speech;
  const hasWords = /[\p{L}\p{N}]/u.test(text);
  const resumed = { outcome: 'resumed', why: hasWords ? 'back-channel' : 'no-words' } as const;
  if (hasWords && !isBackChannel(text, context)) return { outcome: 'interrupted', why: 'words' };
  if (isFinal) return resumed;
  if (wordsCome === 'late' && (endMs ?? nowMs) - startMs >= longSpeechMs) {
    return { outcome: 'interrupted', why: 'long-speech' };
  }
  if (endMs === null) return !hasWords && nowMs - startMs >= wordlessMsMax ? resumed : 'wait';
  if (nowMs - endMs < waitMsOf(wordsCome)) return 'wait';
  // A transcriber with partial results has recognized no word by now.
  return wordsCome === 'at-once' ? resumed : { outcome: 'interrupted', why: 'late-words' };
}
