export { type FieldError, ParleyError } from './error.ts';
export type { ServerSentEvent } from './event-parser.ts';
export type { FollowAuditLogOptions } from './follow-audit-log.ts';
export type { FollowEventsOptions, FollowedEvent } from './follow-events.ts';
export type { ParleyOptions, RequestOptions, RetryNotice } from './options.ts';
export type { Paged } from './paged.ts';
export {
  Parley,
  type RequestContent,
} from './parley.ts';
export type { ServerSentEvents } from './server-sent-events.ts';
export type { RawBody } from './transport.ts';
export type {
  Answer,
  Body,
  EventOf,
  EventType,
  OperationId,
  ParleyEvent,
  Query,
  Schema,
} from './types.ts';
export { type ReceivedWebhook, verifyWebhook, WebhookError } from './verify-webhook.ts';
