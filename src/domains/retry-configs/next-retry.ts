/** The outcomes of attempts that may be retried. */
export const retryOutcomes = ['no-answer', 'busy', 'failed', 'voicemail'] as const;
export type RetryOutcome = (typeof retryOutcomes)[number];

/** The part of a retry configuration that decides on retries. */
export interface RetryRules {
  /** Including the first attempt. */
  maxAttempts: number;
  /** The delays after the first attempt, the second, and so on. The last one repeats. */
  delaysSeconds: readonly number[];
  /** Replaces `delaysSeconds` after attempts with this outcome. */
  outcomeDelaysSeconds: { readonly [Outcome in RetryOutcome]?: readonly number[] | undefined };
  retryOn: readonly RetryOutcome[];
}

/**
 * Returns the delay before the attempt after `attempt` (from 1), which ended in `outcome`, or null for no further
 * attempt.
 */
export function nextRetry(ended: {
  config: RetryRules;
  attempt: number;
  outcome: RetryOutcome;
}): { delaySeconds: number } | null {
  const { config, attempt, outcome } = ended;
  if (attempt >= config.maxAttempts || !config.retryOn.includes(outcome)) return null;
  const delays = config.outcomeDelaysSeconds[outcome] ?? config.delaysSeconds;
  const delaySeconds = delays[attempt - 1] ?? delays.at(-1);
  return delaySeconds === undefined ? null : { delaySeconds };
}
