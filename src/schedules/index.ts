export { type CustomerPlace, customerZones, explainPlace, locateCustomer } from './customer-zones.ts';
export { isOpen, nextOpen, nextOpenOfAll, openingHorizonMs, type ScheduleClock } from './next-open.ts';
export { rescheduleMore } from './reschedule-calls.ts';
export { scheduleRoutes } from './routes.ts';
export { Schedule } from './schemas.ts';
export { findSchedule, findSchedules } from './store.ts';
export { isTimeZone } from './time-zone.ts';
export { type ScheduleShape, validateSchedule, weekdays } from './windows.ts';
export { TimeZoneName } from './zone-name.ts';
