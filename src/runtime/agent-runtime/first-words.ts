import { waitAtMost } from '../../platform/kernel/index.ts';
import type { PreparedAgent } from './prepare-agent.ts';

/** The caller never waits longer for the call to be answered. */
const readyMsMax = 2000;

/**
 * Resolves when the agent's first words are ready, so that the caller hears them at once, and after 2 s at the latest,
 * or when `over` aborts. Rejects when no voice can speak them.
 */
export async function firstWordsReady(
  { announcement, greeting }: Pick<PreparedAgent, 'announcement' | 'greeting'>,
  over: AbortSignal,
  msMax = readyMsMax,
): Promise<void> {
  const speech = announcement?.speech ?? greeting?.speech;
  if (speech) await waitAtMost(speech, msMax, over);
}
