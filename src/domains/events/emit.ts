import { type Queryable, statement } from '../../platform/db/index.ts';
import type { EventData, EventType } from './event-types.ts';

/** An event to be stored. */
type NewEvent = {
  [Type in EventType]: { organizationId: string; type: Type; resourceId: string; data: EventData<Type> };
}[EventType];

const insert = statement(
  'events.emit',
  `insert into events (organization_id, type, resource_id, data)
   select e ->> 'organizationId', e ->> 'type', e ->> 'resourceId', e -> 'data'
   from json_array_elements($1) with ordinality as listed (e, place) order by place`,
);

/**
 * Stores events in the transaction of the change, in one statement. The transaction must already hold the changed row,
 * so that the events of one resource follow the order of its changes.
 */
export async function emit(tx: Queryable, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await tx.query(insert, [JSON.stringify(events)]);
}
