export { customerRegions } from './customer-regions.ts';
export { type CustomerPlace, customerZones, explainPlace, locateCustomer } from './customer-zones.ts';
export { isOpen, nextOpen, nextOpenOfAll, openingHorizonMs, type ScheduleClock } from './next-open.ts';
export { rescheduleMore } from './reschedule-calls.ts';
export { CreateSchedule, Schedule } from './schemas.ts';
export { findSchedule, findSchedules, insertSchedule } from './store.ts';
export { isTimeZone } from './time-zone.ts';
export { type DayWindow, type ScheduleShape, validateSchedule, weekdays } from './windows.ts';
export { TimeZoneName } from './zone-name.ts';
