export { CreatePhoneNumber } from './schemas.ts';
export { expiredNumberDays, findPhoneNumber, giveNumberBackSql, proveNumbersSql } from './store.ts';
export {
  addTurnedAway,
  expiredTurnedAway,
  type TurnedAway,
  type TurnedAwayReason,
  turnedAwayReasons,
} from './turned-away.ts';
export { createPhoneNumber, deletePhoneNumber, updatePhoneNumber } from './write.ts';
