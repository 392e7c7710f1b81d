import type { Providers } from './conversation/providers/registry.ts';
import { agentTemplateRoutes } from './domains/agent-templates/routes.ts';
import { agentRoutes } from './domains/agents/routes.ts';
import { type AlertDependencies, alertRoutes } from './domains/alerts/routes.ts';
import { analysisRoutes } from './domains/analysis/routes.ts';
import { analyticsRoutes } from './domains/analytics/routes.ts';
import type { LiveCalls } from './domains/calls/index.ts';
import { callRoutes } from './domains/calls/routes.ts';
import { CampaignQueue, importedCalls, ScheduleCache } from './domains/campaigns/index.ts';
import { campaignRoutes } from './domains/campaigns/routes.ts';
import { type CarrierDependencies, carrierRoutes } from './domains/carriers/routes.ts';
import type { ChatFeed } from './domains/chats/index.ts';
import { chatRoutes } from './domains/chats/routes.ts';
import { circuitRoutes } from './domains/circuits/routes.ts';
import { customerFactRoutes } from './domains/customer-memory/routes.ts';
import { dataDeletionRoutes } from './domains/data-deletions/routes.ts';
import { type DeviceDependencies, deviceRoutes } from './domains/devices/routes.ts';
import type { EventHub } from './domains/events/index.ts';
import { eventRoutes } from './domains/events/routes.ts';
import { exportRoutes } from './domains/exports/routes.ts';
import { ImportWorker } from './domains/imports/index.ts';
import { keyRoutes } from './domains/keys/routes.ts';
import { type KnowledgeDependencies, knowledgeRoutes } from './domains/knowledge/routes.ts';
import { memberRoutes } from './domains/members/routes.ts';
import { phoneNumberRoutes } from './domains/numbers/routes.ts';
import { organizationRoutes } from './domains/organizations/routes.ts';
import { personalizationRoutes } from './domains/personalization/routes.ts';
import { priceRoutes } from './domains/prices/routes.ts';
import { type PronunciationDependencies, pronunciationRoutes } from './domains/pronunciations/routes.ts';
import { providerKeyRoutes } from './domains/provider-keys/routes.ts';
import { retryConfigRoutes } from './domains/retry-configs/routes.ts';
import { ruleRoutes } from './domains/rules/routes.ts';
import { scenarioRoutes } from './domains/scenarios/routes.ts';
import { scheduleRoutes } from './domains/schedules/routes.ts';
import { searchRoutes } from './domains/search/routes.ts';
import { invitationRoutes } from './domains/sign-in/routes.ts';
import { soundRoutes } from './domains/sounds/routes.ts';
import { importedSuppressions } from './domains/suppressions/import-numbers.ts';
import { suppressionRoutes } from './domains/suppressions/routes.ts';
import type { PresenceFeed } from './domains/teams/presence-feed.ts';
import { teamRoutes } from './domains/teams/routes.ts';
import { trunkRoutes } from './domains/trunks/routes.ts';
import { viewRoutes } from './domains/views/routes.ts';
import { webhookRoutes } from './domains/webhooks/routes.ts';
import { widgetRoutes } from './domains/widgets/routes.ts';
import { workflowRoutes } from './domains/workflows/routes.ts';
import type { AccessState, SecretKey } from './platform/access/index.ts';
import { auditRoutes } from './platform/audit/routes.ts';
import type { Database, Notifier } from './platform/db/index.ts';
import type { Route } from './platform/http/index.ts';
import type { Log } from './platform/kernel/index.ts';
import type { MailOutbox } from './platform/mail/index.ts';
import { mailRoutes } from './platform/mail/routes.ts';
import type { ObjectStore } from './platform/object-store/index.ts';
import { browserCallRoutes } from './runtime/browser-calls/routes.ts';
import { drillRoutes } from './runtime/drills/routes.ts';
import { toolTrialRoutes } from './runtime/tool-trials/routes.ts';

/** The parts that operations share. */
export interface Foundation
  extends Pick<PronunciationDependencies, 'openVoices'>,
    Pick<KnowledgeDependencies, 'wakeKnowledgeReader' | 'wakeEmbedder' | 'questionVectors'>,
    Pick<CarrierDependencies, 'carriers'>,
    Pick<DeviceDependencies, 'deviceServer'>,
    Pick<AlertDependencies, 'openEgress'> {
  db: Database;
  notifier: Notifier;
  secret: SecretKey;
  access: AccessState;
  log: Log;
  /** Imports the rows of uploaded files. */
  imports: ImportWorker;
  /** Streams the activity of chats. Without it, chats have no live streams. */
  chatFeed?: ChatFeed;
  /** Streams events to their followers. */
  eventHub: EventHub;
  /** Streams the progress of calls. */
  liveCalls: LiveCalls;
  /** Streams their presence to members who take calls. */
  presenceFeed: PresenceFeed;
  /** CIDRs of private addresses that URLs of users may reach. */
  egressAllow: readonly string[];
  /** The folder of recordings. */
  recordingsDir: string;
  /** The object store to which recordings are moved. */
  recordingStore?: ObjectStore | null;
  /** Stores e-mails. Without it, none are sent. */
  mailOutbox?: MailOutbox | null;
  /** Returns the providers with which people try keys. The thread for expensive requests has none. */
  providers?: () => Promise<Providers>;
}

/** Returns the worker for every kind of import. The caller starts it. */
export function importWorker({
  db,
  notifier,
  log,
}: Pick<Foundation, 'db' | 'notifier' | 'log'>): ImportWorker {
  const kinds = [importedCalls(new ScheduleCache(db), notifier), importedSuppressions(notifier)];
  return new ImportWorker({ db, log, kinds });
}

/** Returns every operation of the API. */
export function apiRoutes(foundation: Foundation): Route[] {
  const { db, notifier } = foundation;
  return [
    ...agentRoutes(foundation),
    ...agentTemplateRoutes(),
    ...browserCallRoutes(foundation),
    ...drillRoutes(foundation),
    ...toolTrialRoutes(foundation),
    ...circuitRoutes(foundation),
    ...knowledgeRoutes(foundation),
    ...customerFactRoutes(foundation),
    ...pronunciationRoutes(foundation),
    ...providerKeyRoutes(foundation),
    ...soundRoutes(foundation),
    ...trunkRoutes(foundation),
    ...phoneNumberRoutes(foundation),
    ...carrierRoutes(foundation),
    ...scheduleRoutes(foundation),
    ...retryConfigRoutes(foundation),
    ...callRoutes(foundation),
    ...viewRoutes(foundation),
    ...searchRoutes(foundation),
    ...analysisRoutes(foundation),
    ...scenarioRoutes(foundation),
    ...campaignRoutes({ ...foundation, queue: new CampaignQueue(db, notifier) }),
    ...personalizationRoutes(foundation),
    ...suppressionRoutes(foundation),
    ...chatRoutes(foundation),
    ...widgetRoutes(foundation),
    ...organizationRoutes(foundation),
    ...ruleRoutes(),
    ...priceRoutes(foundation),
    ...analyticsRoutes(foundation),
    ...alertRoutes(foundation),
    ...teamRoutes(foundation),
    ...deviceRoutes(foundation),
    ...memberRoutes(foundation),
    ...invitationRoutes(foundation),
    ...mailRoutes(foundation),
    ...keyRoutes(foundation),
    ...auditRoutes(foundation),
    ...workflowRoutes(foundation),
    ...eventRoutes(foundation),
    ...webhookRoutes(foundation),
    ...exportRoutes(foundation),
    ...dataDeletionRoutes(foundation),
  ];
}
