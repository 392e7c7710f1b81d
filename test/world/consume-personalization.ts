import { type Queryable, statement } from '../../src/platform/db/index.ts';

const consume = statement(
  'test.consume_personalization',
  'select consume_personalization($1, $2, $3) as data',
);

/** What the admission of an inbound call does with the push of its caller: takes it; null where none is left. */
export async function consumePersonalization(
  db: Queryable,
  call: { organizationId: string; phoneNumber: string; callId: string },
): Promise<Record<string, unknown> | null> {
  const values = [call.organizationId, call.phoneNumber, call.callId];
  const [row] = await db.query<{ data: Record<string, unknown> | null }>(consume, values);
  return row?.data ?? null;
}
