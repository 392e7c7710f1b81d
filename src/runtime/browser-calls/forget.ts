import { statement } from '../../platform/db/index.ts';

/** The days that the cost of a browser call can be seen. */
const keptDays = 400;

/** Removes up to 5,000 browser calls that began more than 400 days ago. */
export const expiredBrowserCalls = statement(
  'browser_calls.expired',
  `delete from browser_calls where ctid in (
     select ctid from browser_calls where created_at < now() - interval '${keptDays} days' limit 5000) returning 1`,
);
