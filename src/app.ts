import { apiRoutes, type Foundation, importWorker } from './api-routes.ts';
import { LiveCalls } from './domains/calls/index.ts';
import { ChatFeed } from './domains/chats/index.ts';
import { EventHub, eventDocuments } from './domains/events/index.ts';
import { type OidcOptions, OidcSignIn } from './domains/sign-in/index.ts';
import { consoleRoutes } from './domains/sign-in/routes.ts';
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
  createHttpServer,
  type HttpServer,
  type RequestThread,
  sendStream,
} from './platform/http/server/index.ts';
import type { Log } from './platform/kernel/index.ts';
import type { ObjectStore } from './platform/object-store/index.ts';
import { apiInfo } from './program/api-info.ts';
import { type Replier, ReplyWorker } from './runtime/chat-runtime/index.ts';

export { apiRoutes, type Foundation, importWorker } from './api-routes.ts';
export { firstOwnerToken } from './domains/sign-in/index.ts';

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
  /** Answers expensive requests; left out: the main thread does. */
  requestThread?: RequestThread;
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
    ...(options.requestThread ? { requestThread: options.requestThread } : {}),
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
