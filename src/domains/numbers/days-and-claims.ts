import { statement } from '../../platform/db/index.ts';

/**
 * SQL that takes calls off the daily count of the numbers that they were claimed for. `claimed` is an expression with
 * organization_id, number_id and dialing_at.
 */
export function giveNumberBackSql(claimed: string): string {
  return `update number_days d set calls = d.calls - 1 from ${claimed} c join phone_numbers n
       on n.organization_id = c.organization_id and n.phone_number_id = c.number_id
     where d.organization_id = n.organization_id and d.phone_number_id = n.phone_number_id and d.calls > 0
       and d.day = number_day(n.day_offset_minutes, c.dialing_at)`;
}

/**
 * SQL that proves the claims of numbers whose calls were answered, unless the claim of another organization is valid.
 * `answered` is an expression with organization_id and number_id.
 */
export function proveNumbersSql(answered: string): string {
  return `update phone_numbers n set proven_at = dialer_now() from (
       select organization_id, phone_number_id from phone_numbers p
       where proven_at is null and (organization_id, phone_number_id) in (select organization_id, number_id from ${answered})
         and not exists (select from phone_numbers o where o.phone_number = p.phone_number
           and o.organization_id <> p.organization_id and is_number_claim_valid(o))
       for no key update skip locked) as claim
     where n.organization_id = claim.organization_id and n.phone_number_id = claim.phone_number_id`;
}

/** Removes up to 5,000 daily counts that are over 7 days old. */
export const expiredNumberDays = statement(
  'numbers.expired_days',
  `delete from number_days where ctid in (
     select ctid from number_days where day < (now() - interval '7 days')::date limit 5000) returning 1`,
);
