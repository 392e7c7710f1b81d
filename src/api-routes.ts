import type { AccessState, SecretKey } from './access/index.ts';
import { agentRoutes } from './agents/routes.ts';
import { analysisRoutes } from './analysis/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import type { LiveCalls } from './calls/index.ts';
import { callRoutes } from './calls/routes.ts';
import { CampaignQueue, importedCalls, ScheduleCache } from './campaigns/index.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import type { ChatFeed } from './chats/index.ts';
import { chatRoutes } from './chats/routes.ts';
import { dataDeletionRoutes } from './data-deletions/routes.ts';
import type { Database, Notifier } from './db/index.ts';
import type { EventHub } from './events/index.ts';
import { eventRoutes } from './events/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import type { Route } from './http/index.ts';
import { ImportWorker } from './imports/index.ts';
import type { Log } from './kernel/index.ts';
import { keyRoutes } from './keys/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { phoneNumberRoutes } from './numbers/routes.ts';
import type { ObjectStore } from './object-store/index.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { personalizationRoutes } from './personalization/routes.ts';
import { priceRoutes } from './prices/routes.ts';
import { providerKeyRoutes } from './provider-keys/routes.ts';
import { retryConfigRoutes } from './retry-configs/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { scenarioRoutes } from './scenarios/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { invitationRoutes } from './sign-in/routes.ts';
import { importedSuppressions } from './suppressions/import-numbers.ts';
import { suppressionRoutes } from './suppressions/routes.ts';
import { talkRoutes } from './talks/routes.ts';
import { trunkRoutes } from './trunks/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { widgetRoutes } from './widgets/routes.ts';
import { workflowRoutes } from './workflows/routes.ts';

/** What the domains are built from. */
export interface Foundation {
  db: Database;
  notifier: Notifier;
  secret: SecretKey;
  access: AccessState;
  log: Log;
  /** Takes the rows of files that were received. */
  imports: ImportWorker;
  /** Tells what happens in chats at this moment; left out: there is nobody who tells. */
  chatFeed?: ChatFeed;
  /** Tells what happens to whoever follows it. */
  eventHub: EventHub;
  /** Tells how calls go to whoever follows them. */
  liveCalls: LiveCalls;
  /** CIDRs that endpoints of users may be at although they are private. */
  egressAllow: readonly string[];
  /** Where the recordings of calls are. */
  recordingsDir: string;
  /** Where they are moved to; null or left out: they stay. */
  recordingStore?: ObjectStore | null;
}

/** What takes the rows of every kind of import; the caller starts it. */
export function importWorker({
  db,
  notifier,
  log,
}: Pick<Foundation, 'db' | 'notifier' | 'log'>): ImportWorker {
  const kinds = [importedCalls(new ScheduleCache(db), notifier), importedSuppressions(notifier)];
  return new ImportWorker({ db, log, kinds });
}

/** Every operation of the API. */
export function apiRoutes(foundation: Foundation): Route[] {
  const { db, notifier } = foundation;
  return [
    ...agentRoutes(foundation),
    ...talkRoutes(foundation),
    ...providerKeyRoutes(foundation),
    ...trunkRoutes(foundation),
    ...phoneNumberRoutes(foundation),
    ...scheduleRoutes(foundation),
    ...retryConfigRoutes(foundation),
    ...callRoutes(foundation),
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
    ...memberRoutes(foundation),
    ...invitationRoutes(foundation),
    ...keyRoutes(foundation),
    ...auditRoutes(foundation),
    ...workflowRoutes(foundation),
    ...eventRoutes(foundation),
    ...webhookRoutes(foundation),
    ...exportRoutes(foundation),
    ...dataDeletionRoutes(foundation),
  ];
}
