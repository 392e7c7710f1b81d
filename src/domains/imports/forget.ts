import { type Statement, statement } from '../../platform/db/index.ts';

/**
 * Statements that remove up to 20 imports each: those completed 30 days ago, and those not received within an hour. An
 * import may have a million rows.
 */
export const expiredImports: readonly Statement[] = [
  statement(
    'imports.expired',
    `delete from imports where ctid in (
       select ctid from imports where status = 'completed' and completed_at < now() - interval '30 days' limit 20) returning 1`,
  ),
  statement(
    'imports.lost',
    `delete from imports where ctid in (
       select ctid from imports where status = 'receiving' and created_at < now() - interval '1 hour' limit 20) returning 1`,
  ),
];
