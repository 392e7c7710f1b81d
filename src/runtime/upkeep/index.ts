export { cancelCallsOfEndedCampaigns } from './cancel-ended-campaigns.ts';
export { endDueCampaigns } from './end-campaigns.ts';
export { Upkeep } from './upkeep.ts';
