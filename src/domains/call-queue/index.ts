export {
  beginQueueSql,
  enqueueSql,
  leaveQueueSql,
  moveWaitingCalls,
  type ScheduledCall,
  type WaitingPlace,
  waitingCallsOfSchedule,
} from './store.ts';
export {
  wakeCallsOfCampaign,
  wakeCallsOfNumber,
  wakeCallsOfTrunk,
  wakeCallsWithoutNumber,
} from './wake.ts';
export { beginWaking, wakeMore } from './wake-held-calls.ts';
