import { statement } from '../db/index.ts';

/**
 * Empties the stored answers of an organization that name the person of the data deletion $2, by the pattern $3. They
 * are kept for a day. The client chooses the keys, so these do not lead to the person.
 */
// Answers are kept for a day. The keys are chosen by the client, so the person's answers cannot be found by key.
export const emptyAnswersOfPerson = statement(
  'audit.erase_answers',
  `with done as (
     update idempotency_keys set body = '{"erased": true}'
     where organization_id = $1 and body is not null and mentions_person($1, $2, $3, body) returning 1)
   select count(*)::int as count from done`,
);
