export { awaitRun } from './await-run.ts';
export { latestTime, nextTime } from './cron.ts';
export { triggerEvents } from './event-trigger.ts';
export { findWorkflowSecrets, sealedWorkflowColumns } from './secrets/open.ts';
export {
  dropEmptyRunPartitions,
  eraseKeptEvents,
  eraseRuns,
  expiredWorkflowEvents,
  forgetRuns,
  runTablesByTime,
} from './store/removal.ts';
export { type EndedRun, freeForgottenRuns, freeRunsOfDead, lockOpenRun, releaseRun } from './store/runs.ts';
export { lockStep, settleStep } from './store/steps.ts';
export {
  countDescendant,
  type DueSchedule,
  eventTriggersOf,
  keepTriggerFailure,
  lockDueSchedules,
  moveSchedule,
} from './store/triggers.ts';
export { startWorkflow, startWorkflowWithin, workflowsChannel } from './trigger.ts';
