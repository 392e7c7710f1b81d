import { z } from 'zod';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import type { MailOutbox } from '../../platform/mail/index.ts';
import { createChannel, deleteChannel, listChannels, updateChannel } from './channels.ts';
import { getAlert, getRule, listAlerts, listRules } from './read.ts';
import {
  Alert,
  AlertChannel,
  AlertChannelPage,
  AlertPage,
  AlertRule,
  AlertRulePage,
  ChannelTest,
  CreateAlertChannel,
  CreateAlertRule,
  TriedRule,
  UpdateAlertChannel,
  UpdateAlertRule,
} from './schemas.ts';
import { testChannel } from './test-channel.ts';
import { tryRule } from './try.ts';
import { createRule, deleteRule, updateRule } from './write.ts';

export interface AlertDependencies {
  db: Database;
  secret: SecretKey;
  mailOutbox?: MailOutbox | null;
  /** CIDRs of private addresses that may be reached. */
  egressAllow: readonly string[];
  /** Opens what posts test messages. The thread for expensive requests has none. */
  openEgress?: () => Promise<Egress>;
}

const tag = 'Alerts';
const rulesPath = '/api/alert-rules';
const channelsPath = '/api/alert-channels';
const alertsPath = '/api/alerts';
const ruleParams = z.object({ alertRuleId: z.string() });
const channelParams = z.object({ alertChannelId: z.string() });

const description = `A rule is read each minute, or every five minutes for windows of three hours and longer. An alert begins when two readings in a row are beyond the limit. It ends when readings were back by a tenth of the limit for five minutes. Both are sent once to the channels, and as the events \`alert.began\` and \`alert.ended\`. An organization may have 100 rules.`;

export function alertRoutes(dependencies: AlertDependencies): Route[] {
  return [
    ...ruleRoutes(dependencies),
    ...oneRuleRoutes(dependencies),
    ...channelRoutes(dependencies),
    ...oneChannelRoutes(dependencies),
    ...historyRoutes(dependencies),
  ];
}

function ruleRoutes({ db, secret, mailOutbox = null }: AlertDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: rulesPath,
      operationId: 'createAlertRule',
      tag,
      summary: 'Create a rule on what calls do',
      description,
      scope: 'alerts:write',
      body: CreateAlertRule,
      output: AlertRule,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createRule({ db, secret, mailOutbox, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path: rulesPath,
      operationId: 'listAlertRules',
      tag,
      summary: 'List alert rules with their last readings, newest first',
      scope: 'alerts:read',
      query: z.object(namedPageParameters),
      output: AlertRulePage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listRules({ db, ...context }, namedPageRequest(query));
        const nextPage = nextPageUrl(context.baseUrl, rulesPath, query, next);
        return { alertRules: items, metadata: { nextPage } };
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${rulesPath}/try`,
      operationId: 'tryAlertRule',
      tag,
      summary: 'Show what a rule would have done within the last seven days',
      description:
        'Stores nothing. Readings are 15 minutes apart, or an hour for windows of six hours and longer, so short peaks may be missing. `queue-wait` and `team-wait` have no readings, because the past of queues is not stored. Latencies and errors of providers are those of the latest 5000 conversations.',
      scope: 'alerts:read',
      body: CreateAlertRule,
      output: TriedRule,
      status: 200,
      errors: [],
      isNeverReplayed: true,
      expensive: () => true,
      inProgressMax: 2,
      handle: (context, { body }) => tryRule({ ...context, db }, body, Date.now()),
    }),
  ];
}

function oneRuleRoutes({ db, secret, mailOutbox = null }: AlertDependencies): Route[] {
  const path = `${rulesPath}/{alertRuleId}`;
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getAlertRule',
      tag,
      summary: 'Read an alert rule',
      scope: 'alerts:read',
      params: ruleParams,
      output: AlertRule,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getRule({ db, ...context }, params.alertRuleId),
    }),
    defineRoute({
      method: 'PATCH',
      path,
      operationId: 'updateAlertRule',
      tag,
      summary: 'Change an alert rule',
      description:
        'Omitted fields stay unchanged. An open alert ends when the condition changes or the rule is turned off.',
      scope: 'alerts:write',
      params: ruleParams,
      body: UpdateAlertRule,
      output: AlertRule,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) =>
        updateRule({ db, secret, mailOutbox, ...context }, params.alertRuleId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: 'deleteAlertRule',
      tag,
      summary: 'Delete an alert rule',
      description: 'Its open alert ends. Earlier alerts stay for 90 days.',
      scope: 'alerts:write',
      params: ruleParams,
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteRule({ db, secret, mailOutbox, ...context }, params.alertRuleId),
    }),
  ];
}

function channelRoutes({ db, secret, mailOutbox = null, egressAllow }: AlertDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: channelsPath,
      operationId: 'createAlertChannel',
      tag,
      summary: 'Create a channel to which alerts are sent',
      description:
        'E-mail needs a mail server (`GET /api/mail`). `slack` takes the address of an incoming webhook of Slack, or of what accepts its messages. `teams` takes the address of a workflow of Microsoft Teams that posts what it receives. An organization may have 50 channels, each with a name of its own. A `url` with an address that is not public is refused.',
      scope: 'alerts:write',
      body: CreateAlertChannel,
      output: AlertChannel,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createChannel({ db, secret, mailOutbox, egressAllow, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path: channelsPath,
      operationId: 'listAlertChannels',
      tag,
      summary: 'List alert channels, newest first',
      scope: 'alerts:read',
      query: z.object(pageParameters),
      output: AlertChannelPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listChannels({ db, mailOutbox, ...context }, pageRequest(query));
        const nextPage = nextPageUrl(context.baseUrl, channelsPath, query, next);
        return { alertChannels: items, metadata: { nextPage } };
      },
    }),
  ];
}

function oneChannelRoutes(dependencies: AlertDependencies): Route[] {
  const { db, secret, mailOutbox = null, egressAllow, openEgress } = dependencies;
  const path = `${channelsPath}/{alertChannelId}`;
  return [
    defineRoute({
      method: 'PATCH',
      path,
      operationId: 'updateAlertChannel',
      tag,
      summary: 'Change an alert channel',
      description:
        'Omitted fields stay unchanged. The kind of a channel does not change. Messages that wait are sent to the new target.',
      scope: 'alerts:write',
      params: channelParams,
      body: UpdateAlertChannel,
      output: AlertChannel,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) =>
        updateChannel({ db, secret, mailOutbox, egressAllow, ...context }, params.alertChannelId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: 'deleteAlertChannel',
      tag,
      summary: 'Delete an alert channel',
      description: 'Rules with the channel go on without it.',
      scope: 'alerts:write',
      params: channelParams,
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteChannel({ db, ...context }, params.alertChannelId),
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/test`,
      operationId: 'testAlertChannel',
      tag,
      summary: 'Send a test message to an alert channel',
      description:
        'A chat channel is posted to at once, and the answer says whether it accepted the message. 409 `mail.off`: the installation sends no e-mail.',
      scope: 'alerts:write',
      params: channelParams,
      output: ChannelTest,
      status: 200,
      errors: [404, 409],
      isNeverReplayed: true,
      handle: (context, { params }) =>
        testChannel({ db, secret, mailOutbox, openEgress: openEgress!, ...context }, params.alertChannelId),
    }),
  ];
}

function historyRoutes({ db }: AlertDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: alertsPath,
      operationId: 'listAlerts',
      tag,
      summary: 'List open and ended alerts, newest first',
      description: 'Alerts are kept for 90 days after their end.',
      scope: 'alerts:read',
      query: z.object({
        ...pageParameters,
        alertRuleId: z.string().max(64).optional().describe('Only alerts of this rule'),
        state: z.enum(['open', 'ended']).optional().describe('Only open or only ended alerts'),
      }),
      output: AlertPage,
      status: 200,
      async handle(context, { query }) {
        const filter = {
          alertRuleId: query.alertRuleId ?? null,
          isOpen: query.state === undefined ? null : query.state === 'open',
        };
        const { items, next } = await listAlerts({ db, ...context }, pageRequest(query), filter);
        return {
          alerts: items,
          metadata: { nextPage: nextPageUrl(context.baseUrl, alertsPath, query, next) },
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${alertsPath}/{alertId}`,
      operationId: 'getAlert',
      tag,
      summary: 'Read an alert, and what was sent about it',
      scope: 'alerts:read',
      params: z.object({ alertId: z.string() }),
      output: Alert,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getAlert({ db, ...context }, params.alertId),
    }),
  ];
}
