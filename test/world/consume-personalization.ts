import { type Queryable, statement } from '../../src/platform/db/index.ts';

const consume = statement(
  'test.consume_personalization',
  'select consume_personalization($1, $2, $3) as data',
);

/** Consumes the push for a caller, as the admission of an inbound call does. Returns null when there is none. */
export async function consumePersonalization(
  db: Queryable,
  call: { organizationId: string; phoneNumber: string; callId: string },
): Promise<Record<string, unknown> | null> {
  const values = [call.organizationId, call.phoneNumber, call.callId];
  const [row] = await db.query<{ data: Record<string, unknown> | null }>(consume, values);
  return row?.data ?? null;
}
