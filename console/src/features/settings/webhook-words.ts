import type { Schema } from '../../api/index.ts';
import type { Tone } from '../../ui/index.ts';

/** An address that is told what happens, and how it fares. */
export type WebhookEndpoint = Schema<'WebhookEndpoint'>;
/** One event on its way to an address. */
export type WebhookDelivery = Schema<'WebhookDelivery'>;
/** What an endpoint can be told; `*` is everything. */
export type EventChoice = Schema<'CreateWebhookEndpointInput'>['events'][number];

/** Everything that an endpoint can be told, and when. An event that the API has and this has not is an error of types. */
export const eventWords: Record<EventChoice, string> = {
  '*': 'All of these, and those to come',
  'call.queued': 'A call was queued, also as a retry',
  'call.started': 'A call was answered: by the customer, or by the agent',
  'call.ended': 'A call is over, whether it was answered or not',
  'call.analyzed': 'The analysis of a call is there, or will not come',
  'campaign.created': 'The first call of a campaign was queued',
  'campaign.updated': 'Cap, weight or end of a campaign were changed',
  'campaign.paused': 'A campaign was paused',
  'campaign.resumed': 'A paused campaign goes on',
  'campaign.ended': 'A campaign was ended, or its time has come',
  'campaign.importCompleted': 'Every row of a file of calls was queued or refused',
  'chat.created': 'A chat began',
  'chat.message': 'A message was added to a chat, by whomever',
  'chat.handedOff': 'From now on a person answers the chat',
  'chat.handedBack': 'The agent answers the chat again',
  'chat.ended': 'A chat was ended',
  'chat.abandoned': 'The customer of a chat went silent',
  'workflow.run.created': 'A workflow was triggered',
  'workflow.run.completed': 'A run of a workflow has come to its end',
  'workflow.run.failed': 'A step of a run failed for good',
  'workflow.run.canceled': 'A run was canceled',
  'workflow.run.unpublished': 'A workflow was triggered that was never published',
  'personalization.consumed': 'An inbound call used what was pushed for its number',
  'suppression.added': 'A number is not called any more',
  'webhookEndpoint.disabled': 'An endpoint was switched off because it fails, or is gone',
  'audit.entry': 'Somebody changed something',
};

/** How an endpoint stands, in a word. */
export function standingOf(endpoint: WebhookEndpoint): { word: string; tone: Tone } {
  const { enabled, disabledReason, failingSince } = endpoint;
  if (!enabled) return { word: 'Disabled', tone: disabledReason === 'member' ? 'neutral' : 'bad' };
  return failingSince ? { word: 'Failing', tone: 'waiting' } : { word: 'Enabled', tone: 'good' };
}

/** Why an endpoint is disabled. */
export const disabledWords: Record<NonNullable<WebhookEndpoint['disabledReason']>, string> = {
  member: 'Somebody here did it',
  failing: 'Nothing was taken for 5 days',
  gone: 'It answered 410, gone',
};

/** What the status of a delivery means. */
export const deliveryTones: Record<WebhookDelivery['status'], Tone> = {
  pending: 'waiting',
  delivered: 'good',
  dead: 'bad',
};

/** In a word for people. */
export const deliveryWords: Record<WebhookDelivery['status'], string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  dead: 'Given up',
};
