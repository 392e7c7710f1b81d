export { CreatePhoneNumber } from './schemas.ts';
export { expiredNumberDays, findPhoneNumber, giveNumberBackSql, proveNumbersSql } from './store.ts';
export { createPhoneNumber, deletePhoneNumber, updatePhoneNumber } from './write.ts';
