export { nextRetry, type RetryOutcome, type RetryRules } from './next-retry.ts';
export { CreateRetryConfig } from './schemas.ts';
export { findRetryConfig, insertRetryConfig } from './store.ts';
export { type DayPart, dayPartAt, varyTimeOfDay } from './vary-time-of-day.ts';
