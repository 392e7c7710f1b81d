import { AccessState, type SecretKey, SessionCookies, TokenAuthenticator } from './access/index.ts';
import { agentRoutes } from './agents/routes.ts';
import { analysisRoutes } from './analysis/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { apiInfo } from './api-info.ts';
import { auditRoutes } from './audit/routes.ts';
import { LiveCalls } from './calls/index.ts';
import { callRoutes } from './calls/routes.ts';
import { CampaignQueue, importedCalls, ScheduleCache } from './campaigns/index.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { ChatFeed } from './chats/index.ts';
import { chatRoutes } from './chats/routes.ts';
import { addConsole, type ConsoleFiles } from './console-files/index.ts';
import { dataDeletionRoutes } from './data-deletions/routes.ts';
import type { Database, Listener, Notifier } from './db/index.ts';
import { addDocs } from './docs-site/index.ts';
import { EventHub, eventDocuments } from './events/index.ts';
import { eventRoutes } from './events/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { type OpenApiDocument, openApiDocument, type Route, type SocketRoute } from './http/index.ts';
import { addOpenApiDocument, createHttpServer, type HttpServer, sendStream } from './http/server/index.ts';
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
import { type Replier, ReplyWorker } from './replies/index.ts';
import { retryConfigRoutes } from './retry-configs/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { scenarioRoutes } from './scenarios/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { type OidcOptions, OidcSignIn } from './sign-in/index.ts';
import { consoleRoutes, invitationRoutes } from './sign-in/routes.ts';
import { importedSuppressions } from './suppressions/import-numbers.ts';
import { suppressionRoutes } from './suppressions/routes.ts';
import { talkRoutes } from './talks/routes.ts';
import { trunkRoutes } from './trunks/routes.ts';
import { WebhookService } from './webhooks/index.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { addPublicChats, publicChatOperations } from './widgets/index.ts';
import { widgetRoutes } from './widgets/routes.ts';
import { workflowRoutes } from './workflows/routes.ts';

export { firstOwnerToken } from './sign-in/index.ts';

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

/** The operations by which people sign in at the console; the API's own take a session then in place of a key. */
export function signInRoutes(
  { db, access, secret }: Pick<Foundation, 'db' | 'access' | 'secret'>,
  publicUrl: string | null,
  oidc: OidcSignIn | null = null,
): Route[] {
  const cookies = new SessionCookies(secret, publicUrl);
  return consoleRoutes({ db, access, cookies, secret, publicUrl, oidc });
}

/** The OpenAPI document of the operations, those of visitors too, and of the events that webhooks are told. */
export function describeApi(routes: Route[]): OpenApiDocument {
  return openApiDocument([...routes, ...publicChatOperations], apiInfo, eventDocuments());
}

export interface ApiOptions {
  db: Database;
  listener: Listener;
  notifier: Notifier;
  secret: SecretKey;
  log: Log;
  publicUrl: string | null;
  /** CIDRs of proxies whose X-Forwarded headers are believed. */
  trustedProxies?: readonly string[];
  egressAllow: readonly string[];
  /** How people sign in by a provider; null or left out: nobody does. */
  oidc?: OidcOptions | null;
  recordingsDir: string;
  recordingStore?: ObjectStore | null;
  /** Loads what answers in chats are made with, when there is the first to make; left out: this process answers none. */
  openReplier?: () => Promise<Replier>;
  /** Carries talks in the browser, and is closed with the rest; left out: this process carries none. */
  talks?: { route: SocketRoute; close(): Promise<void> } | null;
  /** What is served at `/`; left out: the way to the documentation. */
  consoleFiles?: ConsoleFiles | null;
  /** Of the package: where the documentation is. */
  root: string;
  ready: () => Promise<{ ready: boolean; checks: Record<string, boolean> }>;
}

export interface Api {
  http: HttpServer;
  close(): Promise<void>;
}

/** The part of the program that serves HTTP. The caller starts the listener afterwards. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { db, notifier, secret, log, egressAllow, recordingsDir, recordingStore = null } = options;
  const access = new AccessState(db, notifier, log);
  await access.start(options.listener);
  const imports = importWorker({ db, notifier, log });
  const chatFeed = new ChatFeed();
  const eventHub = new EventHub(db, log);
  const liveCalls = new LiveCalls(db, log);
  const { openReplier: open } = options;
  const replies = open ? new ReplyWorker({ db, log, feed: chatFeed, notifier, open }) : null;
  options.listener.on('parley_chats', () => {
    replies?.wake();
    chatFeed.tellAll();
  });
  const domains = { db, notifier, secret, access, log, imports, chatFeed, eventHub, liveCalls, egressAllow };
  const { publicUrl, trustedProxies = [], talks = null } = options;
  const oidc = options.oidc ? new OidcSignIn(options.oidc, log) : null;
  const routes = [
    ...apiRoutes({ ...domains, recordingsDir, recordingStore }),
    ...signInRoutes(domains, publicUrl, oidc),
  ];
  const authenticator = new TokenAuthenticator(secret, access, new SessionCookies(secret, publicUrl));
  const http = await createHttpServer({
    routes,
    authenticator,
    log,
    publicUrl,
    trustedProxies,
    ready: options.ready,
    sockets: talks ? [talks.route] : [],
    pages: async (app) => {
      addPublicChats(app, { db, secret, chatFeed, sendStream });
      const text = JSON.stringify(describeApi(routes));
      addOpenApiDocument(app, text);
      addDocs(app, { root: options.root, document: () => JSON.parse(text) as OpenApiDocument });
      if (options.consoleFiles) addConsole(app, options.consoleFiles);
      else
        app.route({
          method: ['GET', 'HEAD'],
          url: '/',
          handler: async (_request, reply) => reply.redirect('/docs'),
        });
    },
  });
  imports.start();
  replies?.start();
  const webhooks = new WebhookService({ db, log, secret, egressAllow });
  webhooks.start(options.listener);
  return {
    http,
    async close() {
      chatFeed.close();
      await eventHub.close();
      await liveCalls.close();
      await talks?.close();
      await http.close();
      await oidc?.[Symbol.asyncDispose]();
      await replies?.close();
      await webhooks.close();
      await imports.close();
      await access.close();
    },
  };
}
