import { type ApiError, conflict } from '../../platform/kernel/index.ts';

/**
 * A run is `waiting` for its turn, a time or an event, `running` while a process executes it, and over when it is `completed`, `failed`,
 * `canceled` by somebody or `unpublished`: triggered while there was no version to run.
 */
export const runStatuses = ['running', 'waiting', 'completed', 'failed', 'canceled', 'unpublished'] as const;
export type RunStatus = (typeof runStatuses)[number];

const open: readonly RunStatus[] = ['running', 'waiting'];

/** Why the run, being over, cannot be canceled, paused or resumed; null when it is not over. */
export function refusedWhenOver(status: RunStatus, what: 'canceled' | 'paused' | 'resumed'): ApiError | null {
  if (open.includes(status)) return null;
  return conflict('workflow_run.ended', `The run is over (${status}), so it cannot be ${what}.`);
}

/** Why the run cannot be tried again, or null when it can. */
export function refusedRetry(status: RunStatus): ApiError | null {
  if (status === 'failed') return null;
  return conflict(
    'workflow_run.not_failed',
    `The run has not failed (${status}), so there is nothing to retry.`,
  );
}
