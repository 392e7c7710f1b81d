export { CampaignQueue } from './queue.ts';
export { campaignRoutes } from './routes.ts';
