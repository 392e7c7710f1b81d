export {
  type BrowserCallProgress,
  type BrowserCallToCarry,
  BrowserLink,
  joinBrowserCall,
  type LinkCommand,
  type LinkReport,
} from './browser-link.ts';
export { iceServers, type TurnOptions } from './ice-servers.ts';
export { offerBrowserCall } from './offer-browser-call.ts';
export {
  answerWebCall,
  type ClaimedOffer,
  claimWebCalls,
  countOffers,
  expiredWebCalls,
  hungUpWebCalls,
  refuseWebCall,
  removeWebCall,
  type WebCallOffer,
  type WebCallRefusal,
  webCallChannel,
} from './store.ts';
