import { waitAtMost } from '../../platform/kernel/index.ts';
import type { PreparedAgent } from './prepare-agent.ts';

/** Nobody hears the telephone ring for longer because of the agent's first words. */
const readyMsMax = 2000;

/**
 * Resolves when the agent's first words are there, so that a caller is answered with them and not with silence; after 2 s
 * all the same, and when `over` aborts. Rejects when no voice can speak them.
 */
export async function firstWordsReady(
  { announcement, greeting }: Pick<PreparedAgent, 'announcement' | 'greeting'>,
  over: AbortSignal,
  msMax = readyMsMax,
): Promise<void> {
  const speech = announcement?.speech ?? greeting?.speech;
  if (speech) await waitAtMost(speech, msMax, over);
}
