export { NewCampaignButton } from './new-campaign.tsx';
