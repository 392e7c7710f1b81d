export { awaitRun, type EndedRun } from './await-run.ts';
export { latestTime, nextTime } from './cron.ts';
export { eraseKeptEvents, eraseRuns } from './erase.ts';
export { triggerEvents } from './event-trigger.ts';
export { countDescendant } from './family.ts';
export { expiredWorkflowEvents, forgetRuns } from './forget-runs.ts';
export { freeRunsOfDead, lockOpenRun, releaseRun } from './run-store.ts';
export { findWorkflowSecrets, sealedWorkflowColumns } from './secrets/open.ts';
export { lockStep, settleStep } from './step-store.ts';
export { startWorkflow, startWorkflowWithin, workflowsChannel } from './trigger.ts';
export {
  type DueSchedule,
  eventTriggersOf,
  keepTriggerFailure,
  lockDueSchedules,
  moveSchedule,
} from './trigger-store.ts';
