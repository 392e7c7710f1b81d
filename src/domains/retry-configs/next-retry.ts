/** How the attempts that may be repeated can end. */
export const retryOutcomes = ['no-answer', 'busy', 'failed', 'voicemail'] as const;
export type RetryOutcome = (typeof retryOutcomes)[number];

/** What of a retry configuration decides. */
export interface RetryRules {
  /** The first included. */
  maxAttempts: number;
  /** The wait after the first attempt, after the second, and so on; the last one repeats. */
  delaysSeconds: readonly number[];
  /** Takes the place of `delaysSeconds` after attempts that ended so. */
  outcomeDelaysSeconds: { readonly [Outcome in RetryOutcome]?: readonly number[] | undefined };
  retryOn: readonly RetryOutcome[];
}

/** How long to wait before the attempt after `attempt` (from 1), which ended in `outcome`; null: there is none. */
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
