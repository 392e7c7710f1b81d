import { eraseKeptEvents, eraseRuns } from '../../workflows/index.ts';
import { noteSubjects } from '../store.ts';
import type { Step } from './step.ts';

const runsAtOnce = 500;

/** Removes runs, including open ones, that name the person or the person's records, with their parents and children. */
export const removeNamedRuns: Step = async (tx, person, cursor) => {
  const { runIds, count, last } = await eraseRuns(tx, person, cursor ?? '', runsAtOnce);
  await noteSubjects(tx, person, runIds);
  const deleted = { workflowRuns: count };
  return last === null ? { deleted } : { deleted, cursor: last };
};

/** Removes events that are kept for workflows. */
export const removeWorkflowEvents: Step = async (tx, person) => ({
  deleted: { workflowEvents: await eraseKeptEvents(tx, person) },
});
