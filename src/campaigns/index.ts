export { CampaignQueue } from './queue.ts';
export { campaignRoutes } from './routes.ts';
export { ScheduleCache } from './schedule-cache.ts';
export { importedCalls } from './take-imported.ts';
