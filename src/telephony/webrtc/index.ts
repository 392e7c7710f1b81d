export { dtlsCertificate } from './certificate.ts';
export { DtlsPeer, type WebSrtpKeys } from './dtls/dtls-peer.ts';
export { newIceCredentials, webAnswer } from './web-answer.ts';
export { readWebOffer, type WebOffer, WebOfferError } from './web-offer.ts';
