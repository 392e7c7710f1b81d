export { isSoftphone, softphoneNumber, type TrunkAddress } from './softphone.ts';
