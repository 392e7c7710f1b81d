import { tmpdir } from 'node:os';
import { apiRoutes, describeApi, importWorker, linkReaderRoutes, signInRoutes } from '../../src/app.ts';
import type { Providers } from '../../src/conversation/providers/registry.ts';
import { LiveCalls } from '../../src/domains/calls/index.ts';
import { CarrierRunner, type OwnSipAddress } from '../../src/domains/carriers/index.ts';
import { ChatFeed } from '../../src/domains/chats/index.ts';
import { EventHub } from '../../src/domains/events/index.ts';
import { type FoundedOrganization, foundOrganization } from '../../src/domains/keys/index.ts';
import { QuestionVectors } from '../../src/domains/knowledge/index.ts';
import type { OidcSignIn } from '../../src/domains/sign-in/index.ts';
import { PresenceFeed } from '../../src/domains/teams/presence-feed.ts';
import { addPublicCalls } from '../../src/domains/web-calls/public-routes.ts';
import { addPublicChats } from '../../src/domains/widgets/index.ts';
import {
  AccessState,
  type Role,
  SecretKey,
  SessionCookies,
  scopesOfRole,
  TokenAuthenticator,
} from '../../src/platform/access/index.ts';
import { Database, Listener, Notifier, statement } from '../../src/platform/db/index.ts';
import type { Route, SocketRoute } from '../../src/platform/http/index.ts';
import {
  addOpenApiDocument,
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
  type RequestThread,
  sendStream,
} from '../../src/platform/http/server/index.ts';
import { type Log, silentLog } from '../../src/platform/kernel/index.ts';
import { MailOutbox } from '../../src/platform/mail/index.ts';
import { LateEgress } from '../../src/program/late-egress.ts';
import { LateProviders } from '../../src/program/late-providers.ts';
import { LateVoices } from '../../src/program/late-voices.ts';
import { createTestDatabase, type TestDatabase } from './template-database.ts';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: any;
}

export interface RequestOptions {
  /** Sent as JSON; a string or Buffer is sent as it is. */
  body?: unknown;
  /** The bearer key; the owner's by default. Null sends none, for requests with a cookie. */
  key?: string | null;
  headers?: Record<string, string>;
}

/** A whole API without a socket, on its own database with one organization. */
export interface ApiWorld {
  db: Database;
  secret: SecretKey;
  /** The text from which the secret key is derived. */
  secretText: string;
  access: AccessState;
  notifier: Notifier;
  providers: () => Promise<Providers>;
  questionVectors: QuestionVectors;
  /** Emits the events of chats. A test with a chat runtime passes it on. */
  chatFeed: ChatFeed;
  http: HttpServer;
  routes: Route[];
  owner: FoundedOrganization;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Creates another organization with its owner's key. */
  foundOrganization(name?: string): Promise<FoundedOrganization>;
  close(): Promise<void>;
}

export interface ApiWorldOptions {
  /**
   * How long a client may follow chats and events; 5 ms by default, because a request here is answered when its answer
   * is complete.
   */
  followMsMax?: number;
  /** The log of server and domains; nothing is logged by default. */
  log?: Log;
  recordingsDir?: string;
  /** Returns the service's database URL; the database's own by default. */
  urlFor?: (database: TestDatabase) => Promise<string>;
  /** The service's public address; none by default. */
  publicUrl?: string;
  /** Sign-in by an OpenID Connect provider; off by default. It is closed with the world. */
  oidc?: OidcSignIn;
  /** CIDRs of private addresses that the service may reach; none by default. */
  egressAllow?: string[];
  /** What stands for the APIs of carriers, and the SIP address of the service; no carrier is reached by default. */
  carriers?: { testUrl: string; own: OwnSipAddress; pollMs?: number; retrySeconds?: number };
  /** Whether e-mails are stored, as with a mail server; nothing sends them. Off by default. */
  storesMails?: true;
  /** How long the server waits for clients, for tests that need short times. */
  timeouts?: HttpServerOptions['timeouts'];
  /** Whether `/openapi.json` is served. Generating it takes a while. */
  servesDocument?: boolean;
  /** Answers expensive requests; by default the server does. It is closed with the world. */
  requestThread?: (given: {
    connectionString: string;
    secret: string;
  }) => RequestThread & { close(): Promise<void> };
  /** Routes for WebSockets; none by default. */
  sockets?: (given: { db: Database; secret: SecretKey }) => readonly SocketRoute[];
}

const claimInstallation = statement(
  'test.claim_installation',
  'insert into installation (secret_fingerprint) values ($1) on conflict do nothing',
);

export async function createApiWorld(given: ApiWorldOptions = {}): Promise<ApiWorld> {
  const { log = silentLog, recordingsDir = '/nonexistent', egressAllow = [] } = given;
  const { timeouts, followMsMax = 5, publicUrl = null } = given;
  const testDatabase = await createTestDatabase();
  const connectionString = (await given.urlFor?.(testDatabase)) ?? testDatabase.url;
  const options = { connectionString, applicationName: 'parley test', log };
  const db = new Database({ ...options, connectionsMax: 10 });
  const listener = new Listener(options);
  const notifier = new Notifier(db, log);
  const secretText = 'a secret for tests, long enough to be taken';
  const secret = new SecretKey(secretText);
  const found = (name = 'Test organization') =>
    foundOrganization(db, secret, { name, ownerName: 'Olive Owner', ownerEmail: 'olive@example.com' });
  const owner = await found();
  const access = new AccessState(db, notifier, log);
  await access.start(listener);
  await listener.start();
  const imports = importWorker({ db, notifier, log });
  const chatFeed = new ChatFeed({ followMsMax });
  const eventHub = new EventHub(db, log, { followMsMax });
  const liveCalls = new LiveCalls(db, log, { followMsMax });
  const presenceFeed = new PresenceFeed(db, log, { followMsMax });
  const voices = new LateVoices({ db, secret, log, egressAllow });
  const providers = new LateProviders(async () =>
    (await import('../../src/program/providers.ts')).openProviders({
      ...{ db, secret, log, egressAllow, temporaryFolder: tmpdir() },
    }),
  );
  const questionVectors = new QuestionVectors({ db, log, open: () => providers.open() });
  const egress = new LateEgress(egressAllow);
  const runner = openRunner({ db, notifier, secret, log, openEgress: () => egress.open() }, given);
  const routes = apiRoutes({
    carriers: {
      ...(given.carriers ?? noCarriers),
      openEgress: () => egress.open(),
      wake: () => runner?.wake(),
    },
    openVoices: voices.open,
    questionVectors,
    providers: () => providers.open(),
    eventHub,
    liveCalls,
    presenceFeed,
    db,
    notifier,
    secret,
    access,
    log,
    imports,
    chatFeed,
    egressAllow,
    recordingsDir,
    openEgress: () => egress.open(),
    mailOutbox: given.storesMails ? new MailOutbox(secret) : null,
  });
  imports.start();
  runner?.start();
  // The thread checks that the secret key belongs to the database, as every process does.
  if (given.requestThread) await db.query(claimInstallation, [secret.fingerprint()]);
  const requestThread = given.requestThread?.({ connectionString, secret: secretText });
  const http = await createHttpServer({
    routes: [
      ...routes,
      ...signInRoutes({ db, access, secret }, publicUrl, given.oidc),
      ...linkReaderRoutes({ db, recordingsDir }),
    ],
    authenticator: new TokenAuthenticator(secret, access, new SessionCookies(secret, publicUrl)),
    log,
    publicUrl,
    ready: async () => ({ ready: true, checks: {} }),
    sockets: given.sockets?.({ db, secret }) ?? [],
    pages: async (app) => {
      addPublicChats(app, { db, secret, chatFeed, sendStream });
      addPublicCalls(app, { db, secret, log, sendStream });
      if (!given.servesDocument) return;
      const plain = () => describeApi(routes);
      addOpenApiDocument(app, { whole: plain, plain });
    },
    ...(timeouts ? { timeouts } : {}),
    ...(requestThread ? { requestThread } : {}),
  });
  return {
    db,
    secret,
    secretText,
    access,
    notifier,
    providers: () => providers.open(),
    questionVectors,
    chatFeed,
    http,
    routes,
    owner,
    foundOrganization: found,
    async request(method, path, { body, key = owner.key, headers = {} } = {}) {
      const raw = typeof body === 'string' || Buffer.isBuffer(body);
      const response = await http.app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: raw ? body : JSON.stringify(body) }),
      });
      const json = String(response.headers['content-type'] ?? '').includes('/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        body: json ? JSON.parse(response.body) : undefined,
      };
    },
    async close() {
      await eventHub.close();
      await liveCalls.close();
      presenceFeed.close();
      await runner?.close();
      await http.close();
      await egress[Symbol.asyncDispose]();
      await questionVectors[Symbol.asyncDispose]();
      await providers[Symbol.asyncDispose]();
      await requestThread?.close();
      await voices.close();
      await given.oidc?.[Symbol.asyncDispose]();
      await imports.close();
      await access.close();
      await listener.close();
      await db.close();
      await testDatabase.drop();
    },
  };
}

/** An address that tests may not reach. */
const noCarriers = {
  testUrl: 'http://127.0.0.1:9',
  own: { publicAddress: '8.8.4.4', sipHost: '127.0.0.1', sipPort: 5060 },
};

function openRunner(
  shared: Omit<ConstructorParameters<typeof CarrierRunner>[0], 'testUrl'>,
  { carriers }: ApiWorldOptions,
): CarrierRunner | null {
  return carriers ? new CarrierRunner({ ...shared, ...carriers }) : null;
}

export { type Role, scopesOfRole };
