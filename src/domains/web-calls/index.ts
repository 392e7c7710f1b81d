export {
  answerWebCall,
  claimWebCalls,
  expiredWebCalls,
  hungUpWebCalls,
  refuseWebCall,
  removeWebCall,
  type WebCallOffer,
  type WebCallRefusal,
  webCallChannel,
} from './store.ts';
