export { expiredNumberDays, giveNumberBackSql, proveNumbersSql } from './days-and-claims.ts';
export { findPhoneNumber } from './store.ts';
