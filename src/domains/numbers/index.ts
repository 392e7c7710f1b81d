export { findPhoneNumber } from './store.ts';
