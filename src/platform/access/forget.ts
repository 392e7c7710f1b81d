import { statement } from '../db/index.ts';

/** Removes up to 5,000 sessions that were not used for two days: they are over, and no process remembers them. */
export const expiredSessions = statement(
  'access.expired_sessions',
  `delete from sessions where ctid in (
     select ctid from sessions where last_seen_at < now() - interval '2 days' order by last_seen_at limit 5000) returning 1`,
);
