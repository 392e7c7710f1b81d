import { type ApiError, conflict } from '../kernel/index.ts';

/**
 * A run is `waiting` until it is executed, `running` while it is, and over when it is `completed`, `failed`,
 * `canceled` by somebody or `unpublished`: triggered while there was no version to run.
 */
export const runStatuses = ['running', 'waiting', 'completed', 'failed', 'canceled', 'unpublished'] as const;
export type RunStatus = (typeof runStatuses)[number];

const cancelable: readonly RunStatus[] = ['running', 'waiting'];

/** Why the run cannot be canceled, or null when it can. */
export function refusedCancel(status: RunStatus): ApiError | null {
  if (cancelable.includes(status)) return null;
  return conflict('workflow_run.ended', `The run is over (${status}), so it cannot be canceled.`);
}
