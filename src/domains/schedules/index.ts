export { customerRegions } from './customer-regions.ts';
export { customerZones, locateCustomer } from './customer-zones.ts';
export {
  type Due,
  dueAt,
  isOpen,
  nextOpen,
  nextOpenOfAll,
  type ScheduleClock,
  scheduleZones,
} from './next-open.ts';
export { rescheduleMore } from './reschedule-calls.ts';
export { CreateSchedule, Schedule } from './schemas.ts';
export { standardOffsetMinutes } from './standard-offset.ts';
export { startOfDay } from './start-of-day.ts';
export { findSchedule, findSchedules, insertSchedule } from './store.ts';
export { isTimeZone, offsetSpanAt } from './time-zone.ts';
export { type DayWindow, type ScheduleShape, validateSchedule, weekdays } from './windows.ts';
export { TimeZoneName } from './zone-name.ts';
