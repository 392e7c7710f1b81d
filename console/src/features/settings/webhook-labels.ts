import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/index.ts';

/** An address that receives events. */
export type WebhookEndpoint = Schema<'WebhookEndpoint'>;
export type WebhookDelivery = Schema<'WebhookDelivery'>;
/** An event that an endpoint can receive; `*` is all of them. */
export type EventChoice = Schema<'CreateWebhookEndpointInput'>['events'][number];

/** All events with their meaning. The compiler reports events of the API that are missing here. */
export const eventLabels: Record<EventChoice, string> = {
  '*': 'All event types, including future ones',
  'call.queued': 'A call or a retry was queued',
  'call.started': 'The customer or the agent answered a call',
  'call.ended': 'A call ended, answered or not',
  'call.analyzed': 'The analysis of a call completed or failed',
  'call.agentChanged': 'An agent handed a call over',
  'call.stageEntered': 'A call entered a stage of its flow',
  'teamCall.waiting': 'A call waits for a team',
  'teamCall.ringing': 'A call of a team rings at a member',
  'teamCall.answered': 'A member took a call of a team',
  'teamCall.abandoned': 'A caller hung up while waiting for a team',
  'teamCall.unanswered': 'No member took a call of a team',
  'teamCall.ended': 'A member finished a call of a team',
  'campaign.created': 'The first call of a campaign was queued',
  'campaign.updated': 'The limit, weight or end of a campaign changed',
  'campaign.paused': 'A campaign was paused',
  'campaign.resumed': 'A paused campaign was resumed',
  'campaign.ended': 'A campaign ended',
  'campaign.importCompleted': 'All rows of a call import were processed',
  'chat.created': 'A chat started',
  'chat.message': 'A message was added to a chat',
  'chat.agentChanged': 'An agent handed a chat over',
  'chat.stageEntered': 'A chat entered a stage of its flow',
  'chat.handedOff': 'A member took over a chat',
  'chat.handedBack': 'A chat was handed back to the agent',
  'chat.ended': 'A chat ended',
  'chat.abandoned': 'A chat was abandoned',
  'workflow.run.created': 'A workflow was triggered',
  'workflow.run.completed': 'A workflow run completed',
  'workflow.run.failed': 'A workflow run failed',
  'workflow.run.canceled': 'A workflow run was canceled',
  'workflow.run.unpublished': 'An unpublished workflow was triggered',
  'personalization.consumed': 'An inbound call used pushed data',
  'suppression.added': 'A number was added to the suppression list',
  'alert.began': 'An alert began',
  'alert.ended': 'An alert ended',
  'webhookEndpoint.disabled': 'A webhook endpoint was disabled',
  'database.failedOver': 'The database failed over, and recent changes may be missing',
  'audit.entry': 'An audit log entry was written',
};

/** Returns the state of an endpoint in one word. */
export function standingOf(endpoint: WebhookEndpoint): { word: string; tone: Tone } {
  const { enabled, disabledReason, failingSince } = endpoint;
  if (!enabled) return { word: 'Disabled', tone: disabledReason === 'member' ? 'neutral' : 'bad' };
  return failingSince ? { word: 'Failing', tone: 'waiting' } : { word: 'Enabled', tone: 'good' };
}

/** Why an endpoint was disabled. */
export const disabledMessages: Record<NonNullable<WebhookEndpoint['disabledReason']>, string> = {
  member: 'Disabled by a member',
  failing: 'No delivery succeeded for 5 days',
  gone: 'It responded 410 Gone',
};

export const deliveryTones: Record<WebhookDelivery['status'], Tone> = {
  pending: 'waiting',
  delivered: 'good',
  dead: 'bad',
};

export const deliveryLabels: Record<WebhookDelivery['status'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  dead: 'Failed',
};
