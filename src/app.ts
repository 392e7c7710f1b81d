import type { RouteHandlerMethod } from 'fastify';
import { apiRoutes, type Foundation, importWorker } from './api-routes.ts';
import type { Providers } from './conversation/providers/registry.ts';
import { AlertWatch } from './domains/alerts/index.ts';
import { LiveCalls } from './domains/calls/index.ts';
import { sharedCallRoutes } from './domains/calls/shared-call-routes.ts';
import { CarrierRunner, type OwnSipAddress, ownSipAddress } from './domains/carriers/index.ts';
import { ChatFeed } from './domains/chats/index.ts';
import { demoRoutes } from './domains/demo/routes.ts';
import { type WebPhoneSettings, webPhoneUrl } from './domains/devices/index.ts';
import { EventHub, eventDocuments } from './domains/events/index.ts';
import { Embedder, KnowledgeReader, QuestionVectors } from './domains/knowledge/index.ts';
import { type OidcOptions, OidcSignIn } from './domains/sign-in/index.ts';
import { consoleRoutes } from './domains/sign-in/routes.ts';
import { teamChannel } from './domains/teams/index.ts';
import { PresenceFeed } from './domains/teams/presence-feed.ts';
import type { TurnOptions } from './domains/web-calls/ice-servers.ts';
import { publicCallOperations } from './domains/web-calls/public-operations.ts';
import { addPublicCalls } from './domains/web-calls/public-routes.ts';
import { WebhookService } from './domains/webhooks/index.ts';
import { addPublicChats, publicChatOperations } from './domains/widgets/index.ts';
import { AccessState, type SecretKey, SessionCookies, TokenAuthenticator } from './platform/access/index.ts';
import { addConsole, type ConsoleFiles } from './platform/console-files/index.ts';
import type { Database, Listener, Notifier } from './platform/db/index.ts';
import { addDocs } from './platform/docs-site/index.ts';
import {
  type OpenApiDocument,
  openApiDocument,
  type Route,
  type SocketRoute,
} from './platform/http/index.ts';
import {
  addOpenApiDocument,
  committedDocument,
  createHttpServer,
  type HttpServer,
  type RequestThread,
  sendStream,
} from './platform/http/server/index.ts';
import type { Log } from './platform/kernel/index.ts';
import { type MailOptions, MailOutbox, MailSender } from './platform/mail/index.ts';
import type { ObjectStore } from './platform/object-store/index.ts';
import { apiInfo } from './program/api-info.ts';
import { apiSubjects } from './program/api-subjects.ts';
import { LateEgress } from './program/late-egress.ts';
import { LateSupervision } from './program/late-supervision.ts';
import { type ChatResponder, ChatWorker } from './runtime/chat-runtime/index.ts';

export { apiRoutes, type Foundation, importWorker } from './api-routes.ts';
export { firstOwnerToken } from './domains/sign-in/index.ts';

/** Returns the operations by which people sign in at the console. A session then replaces the API key. */
export function signInRoutes(
  { db, access, secret }: Pick<Foundation, 'db' | 'access' | 'secret'>,
  publicUrl: string | null,
  oidc: OidcSignIn | null = null,
): Route[] {
  const cookies = new SessionCookies(secret, publicUrl);
  return [
    ...consoleRoutes({ db, access, cookies, secret, publicUrl, oidc }),
    ...demoRoutes({ db, access, cookies, secret }),
  ];
}

/** Returns the operations of readers who have a link and no account. */
export function linkReaderRoutes({
  db,
  recordingsDir,
  recordingStore = null,
}: Pick<Foundation, 'db' | 'recordingsDir' | 'recordingStore'>): Route[] {
  return sharedCallRoutes({ db, recordingsDir, recordingStore });
}

/** Returns the OpenAPI document of all operations, including those of widget visitors, and of the webhook events. */
export function describeApi(routes: Route[]): OpenApiDocument {
  return openApiDocument(
    [...routes, ...publicChatOperations, ...publicCallOperations],
    apiInfo,
    eventDocuments(),
    apiSubjects,
  );
}

export interface ApiOptions {
  db: Database;
  /** Started by the caller, after `createApi`. */
  listener: Listener;
  notifier: Notifier;
  secret: SecretKey;
  log: Log;
  publicUrl: string | null;
  /** CIDRs of proxies whose X-Forwarded headers are believed. */
  trustedProxies?: readonly string[];
  /** CIDRs of private addresses that URLs of users may reach. */
  egressAllow: readonly string[];
  /** Sign-in by an OpenID Connect provider. */
  oidc?: OidcOptions | null;
  /** The SIP address of this installation. Without one, connecting a carrier asks for it. */
  ownSipAddress?: OwnSipAddress;
  /** The port for SIP over TLS, where members' devices may register; null without one. */
  sipTlsPort?: number | null;
  /** Where web phones of members connect. Without it, they do not. */
  webPhones?: WebPhoneSettings;
  /** Replaces the addresses of carriers' APIs (`PARLEY_CARRIER_TEST_URL`). */
  carrierTestUrl?: string | null;
  /** The mail server. Without one, no e-mail is sent. */
  mail?: MailOptions | null;
  recordingsDir: string;
  /** The object store to which recordings are moved. */
  recordingStore?: ObjectStore | null;
  /** Returns the providers with which people try keys. */
  providers?: () => Promise<Providers>;
  /** Opens what answers chats, with the first answer. Without it, this process answers no chats. */
  openChatRuntime?: () => Promise<ChatResponder>;
  /** Opens the voices that speak terms of the pronunciation dictionary. */
  openVoices?: Foundation['openVoices'];
  /** The TURN servers that browsers may use for calls. */
  turn?: TurnOptions;
  /** Closed with the API. Without it, this process carries no browser calls. */
  browserCalls?: { route: SocketRoute; close(): Promise<void> } | null;
  /** Answers expensive requests. Without it, the main thread does. */
  requestThread?: RequestThread;
  /** Served at `/`. Without it, `/` redirects to the documentation. */
  consoleFiles?: ConsoleFiles | null;
  /** The folder of the package, which holds the documentation. */
  root: string;
  ready: () => Promise<{ ready: boolean; checks: Record<string, boolean>; warnings?: string[] }>;
}

export interface Api {
  http: HttpServer;
  /** Closes every part, also when one of them fails, and rejects with the failure. */
  close(): Promise<void>;
}

/** Starts every part that serves HTTP, but does not listen yet. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { db, listener, notifier, secret, log, publicUrl, egressAllow } = options;
  const { openChatRuntime: open, openVoices, browserCalls = null, requestThread, providers } = options;
  // Parts close in the reverse order.
  await using parts = new AsyncDisposableStack();

  const access = new AccessState(db, notifier, log);
  parts.defer(() => access.close());
  await access.start(listener);
  const imports = importWorker({ db, notifier, log });
  parts.defer(() => imports.close());
  const egress = parts.use(new LateEgress(egressAllow));
  const { mailOutbox, openEgress } = openNotices({ db, secret, log, publicUrl }, options, egress, parts);
  const knowledge = new KnowledgeReader({ db, log, openEgress });
  parts.defer(() => knowledge.close());
  const meaning = providers ? openMeaning({ db, log, open: providers }, parts) : null;
  const { carriers, runner } = openCarriers({ db, notifier, secret, log }, egress, options);
  parts.defer(() => runner.close());
  const webhooks = new WebhookService({ db, log, secret, egressAllow });
  parts.defer(() => webhooks.close());
  const chatFeed = new ChatFeed();
  const chatWorker = open ? new ChatWorker({ db, log, feed: chatFeed, notifier, open }) : null;
  parts.defer(() => chatWorker?.close());
  const oidc = parts.use(options.oidc ? new OidcSignIn(options.oidc, log) : null);
  const feeds = openFeeds({ db, log, listener });
  const supervision = new LateSupervision({ db, notifier, liveCalls: feeds.liveCalls });
  const { recordingsDir, recordingStore = null } = options;
  const domains = { db, notifier, secret, access, log, imports, chatFeed, ...feeds, egressAllow };
  const routes = [
    ...apiRoutes({
      ...domains,
      ...{ recordingsDir, recordingStore, openVoices, carriers, mailOutbox, openEgress },
      deviceServer: deviceServerOf(options),
      wakeKnowledgeReader: () => knowledge.wake(),
      wakeEmbedder: () => meaning?.embedder.wake(),
      ...(meaning ? { questionVectors: meaning.vectors } : {}),
      ...(providers ? { providers } : {}),
    }),
    ...signInRoutes(domains, publicUrl, oidc),
    ...linkReaderRoutes({ db, recordingsDir, recordingStore }),
  ];
  const http = await createHttpServer({
    routes,
    authenticator: new TokenAuthenticator(secret, access, new SessionCookies(secret, publicUrl)),
    log,
    publicUrl,
    trustedProxies: options.trustedProxies ?? [],
    ready: options.ready,
    sockets: [...(browserCalls ? [browserCalls.route] : []), ...supervision.routes],
    ...(requestThread ? { requestThread } : {}),
    pages: async (app) => {
      addPublicChats(app, { db, secret, chatFeed, sendStream });
      addPublicCalls(app, { db, secret, log, turn: options.turn, sendStream });
      addPages(app, options);
    },
  });
  parts.defer(() => http.close());
  parts.defer(async () => void (await Promise.all([browserCalls?.close(), supervision.close()])));
  // Their streams would keep the HTTP server open.
  for (const feed of [feeds.liveCalls, feeds.presenceFeed, feeds.eventHub, chatFeed])
    parts.defer(() => feed.close());

  for (const part of [imports, knowledge, runner, meaning?.embedder, chatWorker]) part?.start();
  webhooks.start(listener);
  listener.on('parley_chats', () => {
    chatWorker?.wake();
    chatFeed.publishAll();
  });
  const running = parts.move();
  return { http, close: () => running.disposeAsync() };
}

/** Opens what streams changes to clients. The caller closes each. */
function openFeeds({
  db,
  log,
  listener,
}: Pick<ApiOptions, 'db' | 'log' | 'listener'>): Pick<Foundation, 'eventHub' | 'liveCalls' | 'presenceFeed'> {
  const presenceFeed = new PresenceFeed(db, log);
  listener.on(teamChannel, () => presenceFeed.wake());
  return { eventHub: new EventHub(db, log), liveCalls: new LiveCalls(db, log), presenceFeed };
}

/** Opens what connects carriers. The caller starts the runner. */
function openCarriers(
  shared: Pick<Foundation, 'db' | 'notifier' | 'secret' | 'log'>,
  egress: LateEgress,
  { ownSipAddress: own = noSipAddress, carrierTestUrl: testUrl = null }: ApiOptions,
): { carriers: NonNullable<Foundation['carriers']>; runner: CarrierRunner } {
  const openEgress = () => egress.open();
  const runner = new CarrierRunner({ ...shared, openEgress, testUrl });
  return { carriers: { openEgress, testUrl, own, wake: () => runner.wake() }, runner };
}

/**
 * Starts to send e-mails where the operator has set a mail server, to read alert rules, and to post what they raise.
 * Returns what stores e-mails, null without a mail server, and what opens egress.
 */
function openNotices(
  shared: Pick<ApiOptions, 'db' | 'secret' | 'log' | 'publicUrl'>,
  { mail = null, listener }: Pick<ApiOptions, 'mail' | 'listener'>,
  egress: LateEgress,
  parts: AsyncDisposableStack,
): { mailOutbox: MailOutbox | null; openEgress: () => ReturnType<LateEgress['open']> } {
  const openEgress = () => egress.open();
  const mailOutbox = mail && new MailOutbox(shared.secret);
  if (mail) {
    const sender = new MailSender({ ...shared, ...mail });
    parts.defer(() => sender.close());
    sender.start(listener);
  }
  const watch = new AlertWatch({ ...shared, mailOutbox, openEgress });
  parts.defer(() => watch.close());
  watch.start();
  return { mailOutbox, openEgress };
}

const noSipAddress: OwnSipAddress = { publicAddress: null, sipHost: '0.0.0.0', sipPort: 5060 };

/** Returns where members' devices register. */
function deviceServerOf({
  ownSipAddress: own = noSipAddress,
  sipTlsPort: tlsPort = null,
  webPhones,
}: ApiOptions): NonNullable<Foundation['deviceServer']> {
  const { host = null, port = own.sipPort } = ownSipAddress(own) ?? {};
  const webSocketUrl = webPhones ? webPhoneUrl(webPhones, host) : null;
  return { host, port, tlsPort, webSocketUrl };
}

/** Opens what embeds chunks and questions. The caller starts the embedder. */
function openMeaning(
  options: ConstructorParameters<typeof Embedder>[0],
  parts: AsyncDisposableStack,
): { embedder: Embedder; vectors: QuestionVectors } {
  const embedder = new Embedder(options);
  parts.defer(() => embedder.close());
  return { embedder, vectors: parts.use(new QuestionVectors(options)) };
}

/** Adds the OpenAPI document, the documentation and the console. */
function addPages(
  app: Parameters<typeof addDocs>[0],
  { root, consoleFiles }: Pick<ApiOptions, 'root' | 'consoleFiles'>,
): void {
  const documents = committedDocument(root);
  addOpenApiDocument(app, documents);
  addDocs(app, { root, document: documents.plain });
  if (consoleFiles) addConsole(app, consoleFiles);
  else {
    const handler: RouteHandlerMethod = async (_request, reply) => reply.redirect('/docs');
    app.route({ method: ['GET', 'HEAD'], url: '/', handler });
  }
}
