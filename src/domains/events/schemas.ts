import { z } from 'zod';
import { DateTime, FreeObject, integerParameter, listParameter } from '../../platform/http/index.ts';
import { type EventType, eventData, eventSummaries, eventTypes } from './event-types.ts';

const envelope = {
  eventId: z.string().describe("The event's id, the same in every delivery: `webhook-id`"),
  timestamp: DateTime.describe('When it was stored'),
};

const Event = z
  .object({
    ...envelope,
    type: z.string().describe('Such as `call.ended`; new types may be added'),
    data: FreeObject.describe('Depends on the type; see the `webhooks` of this document'),
  })
  .meta({ id: 'Event' });

const once = { error: 'must be given once' };

/** A comma-separated list parameter. */
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
      'Continue after this position: `metadata.next` of an earlier response, or `latest` for events stored from now on. Default: the oldest stored event',
    ),
  types: Types.optional()
    .meta(asText)
    .describe('Only events of these types, separated by commas. Default: all types that the key may read'),
  limit: integerParameter(1, 1000).optional().describe('Maximum number of events; default 100'),
});
export type EventQuery = z.output<typeof EventQuery>;

export const EventStreamQuery = z.object({
  after: z
    .string(once)
    .max(4000)
    .optional()
    .describe(
      'Start after this position: `metadata.next` of `GET /api/events`, or the `id` of a streamed event. Default: events stored from now on. The header Last-Event-ID takes precedence',
    ),
  types: Types.optional()
    .meta(asText)
    .describe(
      'Only events of these types, separated by commas. A type ending with a dot is a prefix, such as `call.`',
    ),
});
export type EventStreamQuery = z.output<typeof EventStreamQuery>;

export const EventFeed = z
  .object({
    events: z.array(Event),
    metadata: z.object({
      next: z.string().describe('The position to continue from, always present: opaque, for `after`'),
      hasMore: z.boolean().describe('Whether more events are available now'),
    }),
  })
  .meta({ id: 'EventFeed' });
export type EventFeed = z.output<typeof EventFeed>;

/** Returns the payload schema of each event type, for the OpenAPI document. */
export function eventDocuments(): { name: EventType; summary: string; schema: z.ZodType }[] {
  return eventTypes.map((type) => ({
    name: type,
    summary: eventSummaries[type],
    schema: z
      .object({ type: z.literal(type), ...envelope, data: eventData[type] })
      .meta({ id: `Event_${type.replaceAll('.', '_')}` }),
  }));
}
