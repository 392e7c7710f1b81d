import { basename, join } from 'node:path';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import type { OidcOptions } from '../domains/sign-in/index.ts';
import { KeyWatcher, SecretKey } from '../platform/access/index.ts';
import { ConsoleFiles } from '../platform/console-files/index.ts';
import { Database, Listener, Notifier } from '../platform/db/index.ts';
import { collectProcessMetrics, type Log, metrics, newId } from '../platform/kernel/index.ts';
import { Node } from '../platform/nodes/index.ts';
import type { ObjectStoreOptions } from '../platform/object-store/index.ts';
import type { SipAddress } from './calls.ts';
import { CallsPart } from './calls-part.ts';
import { databaseMetrics } from './database-metrics.ts';
import { prepareInstallation } from './first-start.ts';
import { LateBrowserCalls } from './late-browser-calls.ts';
import { LateProviders } from './late-providers.ts';
import { LateVoices } from './late-voices.ts';
import { mailOptions } from './mail-options.ts';
import { startMetricsServer } from './metrics-server.ts';
import { oidcOptions } from './oidc-options.ts';
import { apiReadiness, nodeReadiness, readinessMetric, readinessParts } from './readiness.ts';
import { openRecordingStore, recordingStoreOptions } from './recording-store.ts';
import { OwnRequestThread } from './request-thread.ts';
import type { Settings } from './settings.ts';
import { dependingOn } from './start-failure.ts';
import { openStorage, readSecretFile, secretFileName } from './storage.ts';
import { Workflows } from './workflows.ts';

/** A running program. */
interface Running {
  /** The port of the API; `null` when this process serves none. */
  httpPort: number | null;
  metricsPort: number;
  sipAddress: SipAddress | null;
  ownerKeyPath: string | null;
  /** The token of the owner's sign-in link; `null` when a member can sign in, or when this process serves no API. */
  ownerToken: string | null;
  /** The names of the model files for ends of turns; `null` without PARLEY_MODELS_DIR. */
  turnModels: string[] | null;
  /** Aborts when the program cannot continue. */
  lost: AbortSignal;
  /**
   * Stops accepting work and lets live calls end. Closes every part, even if one fails to, and rejects with the
   * failure.
   */
  close(): Promise<void>;
}

/** The resources that the parts of the program share. */
interface Shared {
  settings: Settings;
  log: Log;
  db: Database;
  listener: Listener;
  connectionString: string;
  secret: SecretKey;
  /** The secret key as text, and its file, which is `null` when the environment gives the key. */
  secretText: string;
  secretFile: string | null;
  recordingStore: ObjectStoreOptions | null;
}

/** Of this thread. More did not raise what two cores accept (docs/operations.md). */
const connectionsMax = 10;

/** The folder of the package. */
const root = join(import.meta.dirname, '..', '..');

/** Starts every part that the roles name. Parts close in reverse order. */
export async function serve(settings: Settings, log: Log): Promise<Running> {
  const { roles, dataDir } = settings;
  const recordingStore = recordingStoreOptions(settings);
  const oidc = oidcOptions(settings);
  const lost = new AbortController();
  await using started = new AsyncDisposableStack();
  const calls = new CallsPart(settings, log);
  started.defer(() => calls.close());

  const storage = await openStorage(settings, log);
  started.defer(() => storage.close());
  storage.lost.addEventListener('abort', () => lost.abort(storage.lost.reason));
  const { connectionString, secret: secretText } = storage;
  const db = new Database({ connectionString, applicationName: 'parley api', connectionsMax, log });
  started.defer(() => db.close());
  const secret = new SecretKey(secretText);
  const secretFile = settings.secretKey === null ? join(dataDir, secretFileName) : null;
  const { ownerKeyPath } = await prepareInstallation(db, secret, dataDir, log);
  collectProcessMetrics(roles.has('api') ? 'api' : roles.has('calls') ? 'calls' : 'workflows');
  databaseMetrics(db);

  const process = { connectionString, secret: secretText, secretFile, recordingStore };
  await calls.start(process, (error) => lost.abort(error));
  // Calls end before their database closes.
  started.defer(() => calls.close());

  const listener = new Listener({ connectionString, applicationName: 'parley api listener', log });
  const shared = {
    ...{ settings, log, db, listener, connectionString },
    ...{ secret, secretText, secretFile, recordingStore },
  };
  let node: Node | null = null;
  if (roles.has('api') || roles.has('workflows')) {
    await followKeys(shared, started);
    node = await joinNodes(shared, started);
    startWorkflows(shared, node.nodeId, started);
  }
  const api = roles.has('api') ? await startApi(shared, { oidc, calls }, started) : null;
  if (roles.has('api') || roles.has('workflows')) {
    await listener.start();
    started.defer(() => listener.close());
  }
  const httpPort = await dependingOn('PARLEY_HTTP_HOST and PARLEY_HTTP_PORT', async () =>
    api ? api.http.listen(settings.httpHost, settings.httpPort) : null,
  );
  const sipSettings = 'PARLEY_SIP_HOST, PARLEY_SIP_PORT and PARLEY_RTP_PORTS';
  const sipAddress = await dependingOn(sipSettings, () => calls.address());
  const metricsPort = await serveMetrics(settings, db, calls, started);

  // The console is built only after everything else has started.
  void api?.consoleFiles?.prepare();
  const turnModels = await findTurnModelNames(settings.modelsDir);
  node?.ready();
  const running = started.move();
  return {
    httpPort,
    metricsPort,
    sipAddress,
    ownerKeyPath,
    ownerToken: api?.ownerToken ?? null,
    turnModels,
    lost: lost.signal,
    async close() {
      await using _ = running;
      // While calls end, the API answers that the service is shutting down.
      api?.http.drain();
      await calls.close();
    },
  };
}

/** Serves the metrics and the health of all parts. Returns the port. */
async function serveMetrics(
  { metricsHost: host, metricsPort: port }: Settings,
  db: Database,
  calls: CallsPart,
  started: AsyncDisposableStack,
): Promise<number> {
  const parts = readinessParts(db, calls);
  readinessMetric(parts);
  const server = await dependingOn('PARLEY_METRICS_HOST and PARLEY_METRICS_PORT', () =>
    startMetricsServer(
      { host, port },
      { metrics: () => metricsText(calls), readiness: () => nodeReadiness(parts) },
    ),
  );
  started.defer(() => server.close());
  return server.port;
}

/** Follows rotations of the secret key. */
async function followKeys(
  { db, listener, secret, secretFile, log }: Shared,
  started: AsyncDisposableStack,
): Promise<void> {
  const readSecret = secretFile === null ? null : () => readSecretFile(secretFile);
  const keys = new KeyWatcher({ db, listener, secret, readSecret, log });
  await keys.start();
  started.defer(() => keys.close());
}

/** Records this process with its version, beside the calls process, which records itself. */
async function joinNodes({ settings, db, log }: Shared, started: AsyncDisposableStack): Promise<Node> {
  const roles = ['api', 'workflows'].filter((role) => (settings.roles as ReadonlySet<string>).has(role));
  const node = new Node(newId('node'), { db, roles, log });
  await node.start();
  started.defer(() => node.close());
  return node;
}

function startWorkflows(
  { db, listener, secret, settings, log }: Shared,
  nodeId: string,
  started: AsyncDisposableStack,
): void {
  if (!settings.roles.has('workflows')) return;
  const workflows = new Workflows({ db, listener, secret, egressAllow: settings.egressAllow, log, nodeId });
  workflows.start();
  started.defer(() => workflows.close());
}

/** Loads and starts the part that serves HTTP. */
async function startApi(
  shared: Shared,
  { oidc, calls }: { oidc: OidcOptions | null; calls: CallsPart },
  started: AsyncDisposableStack,
) {
  const { settings, log, db, listener, connectionString, secret, secretText, secretFile } = shared;
  const { dataDir, modelsDir, publicUrl, trustedProxies, egressAllow, logLevel } = settings;
  const { createApi, firstOwnerToken } = await import('../app.ts');
  const ownerToken = await firstOwnerToken(db);
  const consoleFiles = settings.console ? new ConsoleFiles({ root, dataDir, log }) : null;
  started.defer(() => consoleFiles?.close());
  const recordingsDir = join(dataDir, 'recordings');
  const requestThread = new OwnRequestThread(
    { connectionString, secret: secretText, secretFile, egressAllow, recordingsDir, logLevel },
    log,
  );
  started.defer(() => requestThread.close());
  const agents = { db, secret, log, dataDir, modelsDir, egressAllow };
  const turn = { urls: settings.turnUrls, secret: settings.turnSecret };
  const voices = new LateVoices(agents);
  started.defer(() => voices.close());
  const providers = new LateProviders(async () =>
    (await import('./providers.ts')).openProviders({
      ...{ db, secret, log, egressAllow, modelsDir },
      temporaryFolder: join(dataDir, 'speech'),
    }),
  );
  started.use(providers);
  const api = await createApi({
    db,
    listener,
    notifier: new Notifier(db, log),
    secret,
    log,
    publicUrl,
    trustedProxies,
    egressAllow,
    oidc,
    ownSipAddress: settings,
    sipTlsPort: settings.sipTlsPort,
    webPhones: settings,
    carrierTestUrl: settings.carrierTestUrl,
    mail: mailOptions(settings),
    turn,
    recordingsDir,
    requestThread,
    providers: () => providers.open(),
    recordingStore: await openRecordingStore(shared.recordingStore),
    openChatRuntime: async () => (await import('./chat-runtime.ts')).openChatRuntime(agents),
    openVoices: voices.open,
    browserCalls: new LateBrowserCalls(async () =>
      (await import('./browser-calls.ts')).openBrowserCalls({ ...agents, turn }),
    ),
    consoleFiles,
    root,
    ready: () => apiReadiness(readinessParts(db, calls)),
  });
  started.defer(() => api.close());
  return { http: api.http, consoleFiles, ownerToken };
}

/** Returns the files from which conversations take their models; none when the folder cannot be read. */
async function findTurnModelNames(folder: string | null): Promise<string[] | null> {
  if (folder === null) return null;
  const { findTurnModels } = await import('../conversation/providers/turn-detection/index.ts');
  const models = await findTurnModels(folder).catch(() => ({ smartTurn: null, silero: null }));
  return Object.values(models).flatMap((file) => (file === null ? [] : [basename(file)]));
}

/** Returns the metrics of this process added to those of the calls process. */
async function metricsText(calls: CallsPart): Promise<string> {
  const own = await metrics.getMetricsAsJSON();
  const others = await calls.metrics();
  if (others.length === 0) return metrics.metrics();
  const all = AggregatorRegistry.aggregate([own, others as MetricObject[]]);
  return all.metrics();
}
