export { dtlsCertificate } from './certificate.ts';
export { DtlsPeer, type WebSrtpKeys } from './dtls/dtls-peer.ts';
export { OwnOffer, type WebAudio, type WebPeer } from './own-offer.ts';
export { webAnswer } from './web-answer.ts';
export { type LocalWeb, newIceCredentials } from './web-description.ts';
export { readWebOffer, type WebOffer } from './web-offer.ts';
export { type Fingerprint, WebDescriptionError } from './web-section.ts';
