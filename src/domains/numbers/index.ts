export { CreatePhoneNumber } from './schemas.ts';
export { expiredNumberDays, findPhoneNumber, giveNumberBackSql, proveNumbersSql } from './store/numbers.ts';
export {
  addTurnedAway,
  expiredTurnedAway,
  type TurnedAway,
  type TurnedAwayReason,
  turnedAwayReasons,
} from './store/turned-away.ts';
export { createPhoneNumber, deletePhoneNumber, updatePhoneNumber } from './write.ts';
