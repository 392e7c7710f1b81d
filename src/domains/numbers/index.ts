export { PhoneNumber } from './schemas.ts';
export { findPhoneNumber } from './store.ts';
