import { z } from 'zod';
import { DateTime, FreeObject, integerParameter, listParameter } from '../../platform/http/index.ts';
import { type EventType, eventData, eventTypes, eventWords } from './event-types.ts';

const envelope = {
  eventId: z.string().describe('The same wherever and however often the event is told: `webhook-id`'),
  timestamp: DateTime.describe('When it was stored'),
};

const Event = z
  .object({
    ...envelope,
    type: z.string().describe('Such as `call.ended`; new ones may come'),
    data: FreeObject.describe('By type; see the `webhooks` of this document'),
  })
  .meta({ id: 'Event' });

const once = { error: 'must be given once' };

/** A list that is handed on as one text, as it is declared. */
const Types = listParameter(
  z
    .unknown()
    .transform((names) => (names as string[]).join(','))
    .pipe(z.string().max(1000)),
);
const asText = { type: 'string', maxLength: 1000 } as const;

export const EventQuery = z.object({
  after: z
    .string(once)
    .max(4000)
    .optional()
    .describe(
      'Go on behind this place: `metadata.next` of an earlier answer, or `latest` for what is stored from now on; left out: from the oldest event that is kept',
    ),
  types: Types.optional()
    .meta(asText)
    .describe('Only events of these types, separated by commas; left out: all that the key may read'),
  limit: integerParameter(1, 1000).optional().describe('Events at most; default 100'),
});
export type EventQuery = z.output<typeof EventQuery>;

export const EventStreamQuery = z.object({
  after: z
    .string(once)
    .max(4000)
    .optional()
    .describe(
      'Begin behind this place: `metadata.next` of `GET /api/events`, or the `id` of an event that was streamed; left out: with what is stored from now on. The header Last-Event-ID counts in its place',
    ),
  types: Types.optional()
    .meta(asText)
    .describe(
      'Only events of these types, separated by commas; one that ends with a dot is the beginning of several, such as `call.`',
    ),
});
export type EventStreamQuery = z.output<typeof EventStreamQuery>;

export const EventFeed = z
  .object({
    events: z.array(Event),
    metadata: z.object({
      next: z.string().describe('Where to go on, always: opaque, for `after`'),
      hasMore: z.boolean().describe('Whether more can be read at once'),
    }),
  })
  .meta({ id: 'EventFeed' });
export type EventFeed = z.output<typeof EventFeed>;

/** What is sent for an event of each type, for the OpenAPI document. */
export function eventDocuments(): { name: EventType; summary: string; schema: z.ZodType }[] {
  return eventTypes.map((type) => ({
    name: type,
    summary: eventWords[type],
    schema: z
      .object({ type: z.literal(type), ...envelope, data: eventData[type] })
      .meta({ id: `Event_${type.replaceAll('.', '_')}` }),
  }));
}
