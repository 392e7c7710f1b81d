export { CarrierRunner } from './runner.ts';
export { sealedCarrierColumns } from './sealed-secrets.ts';
export { type OwnSipAddress, ownSipAddress } from './sip-address.ts';
