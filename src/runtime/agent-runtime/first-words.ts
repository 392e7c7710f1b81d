import { waitAtMost } from '../../platform/kernel/index.ts';
import type { PreparedAgent } from './prepared-agent.ts';

/** Maximum time that speech delays the answer of a call; a local voice may be behind. Ringing is better than silence. */
const readyMsMax = 2000;
const localReadyMsMax = 15_000;

/**
 * Resolves when the speech of the agent's first words is ready, so that the caller hears them as soon as the call is
 * answered. Resolves at the latest after 2 s (15 s with a local voice) or when `over` aborts. Rejects when no voice can speak them.
 */
export async function firstWordsReady(
  { announcement, greeting, providers }: Pick<PreparedAgent, 'announcement' | 'greeting' | 'providers'>,
  over: AbortSignal,
  msMax = providers.textToSpeech[0]?.isLocal ? localReadyMsMax : readyMsMax,
): Promise<void> {
  const speech = announcement?.speech ?? greeting?.speech;
  if (speech) await waitAtMost(speech, msMax, over);
}
