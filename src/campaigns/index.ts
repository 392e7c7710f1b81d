export { CampaignQueue } from './queue.ts';
export { ScheduleCache } from './schedule-cache.ts';
export { importedCalls } from './take-imported.ts';
