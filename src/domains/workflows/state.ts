import { type ApiError, conflict } from '../../platform/kernel/index.ts';

/**
 * `waiting`: for its turn, a time or an event. `running`: a process executes it. `completed`, `failed` and `canceled`:
 * ended. `unpublished`: triggered without a published version.
 */
export const runStatuses = ['running', 'waiting', 'completed', 'failed', 'canceled', 'unpublished'] as const;
export type RunStatus = (typeof runStatuses)[number];

const open: readonly RunStatus[] = ['running', 'waiting'];

/** Returns why an ended run cannot be canceled, paused or resumed, or null when it is open. */
export function refusedWhenOver(status: RunStatus, what: 'canceled' | 'paused' | 'resumed'): ApiError | null {
  if (open.includes(status)) return null;
  return conflict('workflow_run.ended', `The run has ended (${status}) and cannot be ${what}.`);
}

/** Returns why the run cannot be retried, or null when it can. */
export function refusedRetry(status: RunStatus): ApiError | null {
  if (status === 'failed') return null;
  return conflict('workflow_run.not_failed', `The run has not failed (${status}), so it cannot be retried.`);
}
