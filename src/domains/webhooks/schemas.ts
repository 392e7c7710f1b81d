import { z } from 'zod';
import { DateTime, DateTimeInput, PageMetadata, pageParameters } from '../../platform/http/index.ts';
import { eventTypes } from '../events/index.ts';
import { urlProblem } from './url-problem.ts';

const url = z
  .string()
  .max(2000)
  .check((context) => {
    const message = urlProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .describe(
    'Where events are sent, by POST: http or https, at an address that is public or that the operator allows',
  );

/** All types of events. */
export const allEvents = '*';

const events = z
  .array(z.enum([allEvents, ...eventTypes]))
  .min(1)
  .max(eventTypes.length)
  .refine((types) => new Set(types).size === types.length, { error: 'must name each type once' })
  .refine((types) => !types.includes(allEvents) || types.length === 1, { error: 'must be * alone' })
  .describe(
    'Types of events, or `["*"]`: all, those to come among them. `audit.entry`, and so `*`, needs `audit:export`',
  );

const description = z.string().trim().min(1).max(200).nullable().describe('For people');
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
    .describe(
      '`member`: somebody did it; `failing`: no attempt succeeded for 5 days; `gone`: it answered 410',
    ),
  disabledAt: DateTime.nullable(),
  pendingDeliveries: z.int().describe('Deliveries that wait for their first or next attempt'),
  failures: z.int().describe('Failed attempts since the last that succeeded'),
  failingSince: DateTime.nullable().describe('Since when no attempt has succeeded; null: the last one did'),
  lastSuccessAt: DateTime.nullable(),
  lastFailureAt: DateTime.nullable(),
  previousSecretUntil: DateTime.nullable().describe(
    'Until then the secret before the last rotation signs too',
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
    resourceId: z.string().describe('Deliveries of the same resource are made in the order of its events'),
    status: z
      .enum(deliveryStatuses)
      .describe(
        '`pending`: it waits for its first or next attempt; `dead`: it was given up, 3 days after the first',
      ),
    attempts: z.int(),
    nextAttemptAt: DateTime.nullable().describe(
      'Null when it is over, and where an earlier delivery of the same resource comes first',
    ),
    lastAttemptAt: DateTime.nullable(),
    responseCode: z.int().nullable().describe('Of the last attempt; null: there was no answer'),
    responseMs: z.int().nullable(),
    responseText: z.string().nullable().describe('How the answer began'),
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
  .strictObject({ since: DateTimeInput.describe('Deliveries that were given up after this instant') })
  .meta({ id: 'RedeliverFailed' });

export const Redelivered = z
  .object({ redelivered: z.int().describe('10,000 at most; ask again for more') })
  .meta({ id: 'Redelivered' });
