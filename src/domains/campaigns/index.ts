export { endDueCampaigns } from './end-due.ts';
export {
  Durations,
  decideDials,
  giveCall,
  offerAnsweredCall,
  organizationsToPace,
  type PacingFacts,
  patienceSeconds,
  refreshAllowances,
  takeBackCall,
} from './pacing/index.ts';
export { problemFields } from './problems.ts';
export { CampaignQueue } from './queue.ts';
export { queueMany } from './queue-many.ts';
export { statesOfCampaigns } from './read.ts';
export { ScheduleCache } from './schedule-cache.ts';
export { CampaignCall } from './schemas.ts';
export { importedCalls } from './take-imported.ts';
