export { currencyOfCalls, type Figures, figuresOfCampaign } from './breakdown.ts';
