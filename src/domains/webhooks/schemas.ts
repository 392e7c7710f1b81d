import { z } from 'zod';
import { DateTime, DateTimeInput, PageMetadata, pageParameters } from '../../platform/http/index.ts';
import { eventTypes } from '../events/index.ts';

const url = z
  .string()
  .max(2000)
  .check((context) => {
    const message = urlProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .describe('The http or https URL that events are sent to by POST, public or allowed by the operator');

/** Selects all types of events. */
export const allEvents = '*';

const events = z
  .array(z.enum([allEvents, ...eventTypes]))
  .min(1)
  .max(eventTypes.length)
  .refine((types) => new Set(types).size === types.length, { error: 'must contain each type once' })
  .refine((types) => !types.includes(allEvents) || types.length === 1, {
    error: 'must be the only entry when it is *',
  })
  .describe(
    'Types of events, or `["*"]` for all, including future ones. `audit.entry` and `*` require `audit:export`',
  );

const description = z.string().trim().min(1).max(200).nullable().describe('A description for people');
const enabled = z.boolean().describe('Whether events are sent');

export const CreateWebhookEndpoint = z
  .strictObject({ url, events, description: description.default(null), enabled: enabled.default(true) })
  .meta({ id: 'CreateWebhookEndpoint' });
export type CreateWebhookEndpoint = z.output<typeof CreateWebhookEndpoint>;

export const UpdateWebhookEndpoint = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    enabled: enabled.optional(),
  })
  .meta({ id: 'UpdateWebhookEndpoint' });
export type UpdateWebhookEndpoint = z.output<typeof UpdateWebhookEndpoint>;

const endpoint = {
  webhookEndpointId: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabledReason: z
    .enum(['member', 'failing', 'gone'])
    .nullable()
    .describe('`member`: a member disabled it; `failing`: no success for 5 days; `gone`: it answered 410'),
  disabledAt: DateTime.nullable(),
  pendingDeliveries: z.int().describe('Deliveries waiting for their first or next attempt'),
  failures: z.int().describe('Failed attempts since the last success'),
  failingSince: DateTime.nullable().describe('Since when no attempt has succeeded; null: the last one did'),
  lastSuccessAt: DateTime.nullable(),
  lastFailureAt: DateTime.nullable(),
  previousSecretUntil: DateTime.nullable().describe(
    'Until then the secret before the last rotation also signs',
  ),
  createdAt: DateTime,
  updatedAt: DateTime,
};

export const WebhookEndpoint = z.object(endpoint).meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

export const WebhookEndpointWithSecret = z
  .object({
    ...endpoint,
    secret: z.string().nullable().describe('`whsec_…`, shown here and never again; null in a replay'),
  })
  .meta({ id: 'WebhookEndpointWithSecret' });
export type WebhookEndpointWithSecret = z.output<typeof WebhookEndpointWithSecret>;

export const WebhookEndpointPage = z
  .object({ webhookEndpoints: z.array(WebhookEndpoint), metadata: PageMetadata })
  .meta({ id: 'WebhookEndpointPage' });

export const deliveryStatuses = ['pending', 'delivered', 'dead'] as const;

export const WebhookDelivery = z
  .object({
    deliveryId: z.string(),
    webhookEndpointId: z.string(),
    eventId: z.string().describe('Sent as `webhook-id`'),
    type: z.string(),
    resourceId: z.string().describe('Deliveries of the same resource follow the order of its events'),
    status: z
      .enum(deliveryStatuses)
      .describe('`pending`: waiting for its first or next attempt; `dead`: given up 3 days after the first'),
    attempts: z.int(),
    nextAttemptAt: DateTime.nullable().describe(
      'null when it has ended, or an earlier delivery of the same resource comes first',
    ),
    lastAttemptAt: DateTime.nullable(),
    responseCode: z.int().nullable().describe('The status of the last response; null: no response'),
    responseMs: z.int().nullable(),
    responseText: z.string().nullable().describe('The beginning of the response'),
    error: z.string().nullable().describe('Why the last attempt failed'),
    eventTimestamp: DateTime,
    createdAt: DateTime,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookDeliveryPage = z
  .object({ deliveries: z.array(WebhookDelivery), metadata: PageMetadata })
  .meta({ id: 'WebhookDeliveryPage' });

export const DeliveryFilters = z.object({
  ...pageParameters,
  status: z.enum(deliveryStatuses).optional(),
});
export type DeliveryFilters = z.output<typeof DeliveryFilters>;

export const RedeliverFailed = z
  .strictObject({ since: DateTimeInput.describe('Deliveries given up after this time') })
  .meta({ id: 'RedeliverFailed' });

export const Redelivered = z
  .object({ redelivered: z.int().describe('At most 10,000; repeat the request for more') })
  .meta({ id: 'Redelivered' });

/** Returns what is wrong with the URL of an endpoint as written, or null. */
function urlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'must begin with https:// or http://';
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hash !== '') return 'must not contain a fragment';
  return null;
}
