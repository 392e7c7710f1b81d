export { phoneNumberRoutes } from './routes.ts';
export { PhoneNumber } from './schemas.ts';
export { findPhoneNumber } from './store.ts';
