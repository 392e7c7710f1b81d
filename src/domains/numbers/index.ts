export { expiredNumberDays, findPhoneNumber, giveNumberBackSql, proveNumbersSql } from './store.ts';
