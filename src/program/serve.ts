import { join } from 'node:path';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import type { Api } from '../app.ts';
import { KeyWatcher, SecretKey } from '../platform/access/index.ts';
import { ConsoleFiles } from '../platform/console-files/index.ts';
import { Database, Listener, Notifier } from '../platform/db/index.ts';
import { collectProcessMetrics, type Log, metrics } from '../platform/kernel/index.ts';
import type { Calls, SipAddress } from './calls.ts';
import { CallsProcess } from './calls-process.ts';
import { databaseMetrics } from './database-metrics.ts';
import { prepareInstallation } from './first-start.ts';
import { LateTalks } from './late-talks.ts';
import { startMetricsServer } from './metrics-server.ts';
import { oidcOptions } from './oidc-options.ts';
import { openRecordingStore, recordingStoreOptions } from './recording-store.ts';
import { OwnRequestThread } from './request-thread.ts';
import type { Settings } from './settings.ts';
import { dependingOn } from './start-failure.ts';
import { openStorage, readSecretFile, secretFileName } from './storage.ts';
import { Workflows } from './workflows.ts';

/** A running program. */
interface Running {
  /** Where the API listens; null when this process serves none. */
  httpPort: number | null;
  metricsPort: number;
  sipAddress: SipAddress | null;
  ownerKeyPath: string | null;
  /** Of the link by which the owner signs in; null when somebody can sign in already, or elsewhere. */
  ownerToken: string | null;
  /** Aborts when the program cannot go on. */
  lost: AbortSignal;
  /** Drains: takes no more work, lets live calls end, loses nothing. */
  close(): Promise<void>;
}

/** Of the package. */
const root = join(import.meta.dirname, '..', '..');

/** Starts every part that the roles name, in the order in which they need each other. */
export async function serve(settings: Settings, log: Log): Promise<Running> {
  await using started = new AsyncDisposableStack();
  const store = recordingStoreOptions(settings);
  const oidc = oidcOptions(settings);
  const parts: Parts = { api: null, callsProcess: null, calls: null, consoleFiles: null };
  const endCalls = once(() => (parts.callsProcess ?? parts.calls)?.close(settings.stopSeconds * 1000));
  // Beside the API the calls run in a process of their own; alone they need no second one.
  if (settings.roles.has('calls') && settings.roles.has('api')) {
    parts.callsProcess = new CallsProcess(log);
    started.defer(endCalls);
  }
  const storage = await openStorage(settings, log);
  started.defer(() => storage.close());
  const { connectionString, secret } = storage;
  const db = new Database({ connectionString, applicationName: 'parley api', connectionsMax: 32, log });
  started.defer(() => db.close());
  const secretKey = new SecretKey(secret);
  const secretFile = settings.secretKey === null ? join(settings.dataDir, secretFileName) : null;
  const { ownerKeyPath } = await prepareInstallation(db, secretKey, settings.dataDir, log);
  collectProcessMetrics(settings.roles.has('api') ? 'api' : 'calls');
  databaseMetrics(db);

  const lost = new AbortController();
  storage.lost.addEventListener('abort', () => lost.abort(storage.lost.reason));
  let callsStarted: Promise<SipAddress> | undefined;
  if (settings.roles.has('calls')) {
    const options = {
      connectionString,
      secret,
      secretFile,
      settings: callsSettings(settings),
      dials: settings.roles.has('dialer'),
      recordingStore: store,
    };
    if (parts.callsProcess) {
      callsStarted = parts.callsProcess.start(options);
      // A failure is reported where it is awaited, below.
      callsStarted.catch(() => undefined);
    } else {
      const { startCalls, warmUp } = await import('./calls.ts');
      warmUp();
      parts.calls = await startCalls(options, log, (error) => lost.abort(error));
    }
  }
  // Before the database goes.
  started.defer(endCalls);
  let sipAddress = parts.calls?.sipAddress ?? null;
  let httpPort: number | null = null;
  let ownerToken: string | null = null;
  const listener = new Listener({ connectionString, applicationName: 'parley api listener', log });
  if (settings.roles.has('api') || settings.roles.has('workflows')) {
    const readSecret = secretFile === null ? null : () => readSecretFile(secretFile);
    const keys = new KeyWatcher({ db, listener, secret: secretKey, readSecret, log });
    await keys.start();
    started.defer(() => keys.close());
  }
  if (settings.roles.has('workflows')) {
    const { egressAllow } = settings;
    const workflows = new Workflows({ db, listener, secret: secretKey, egressAllow, log });
    workflows.start();
    started.defer(() => workflows.close());
  }
  if (settings.roles.has('api')) {
    const { createApi, firstOwnerToken } = await import('../app.ts');
    ownerToken = await firstOwnerToken(db);
    const consoleFiles = settings.console ? new ConsoleFiles({ root, dataDir: settings.dataDir, log }) : null;
    parts.consoleFiles = consoleFiles;
    started.defer(() => consoleFiles?.close());
    const recordingsDir = join(settings.dataDir, 'recordings');
    const { egressAllow, logLevel } = settings;
    const requestThread = new OwnRequestThread(
      { connectionString, secret, secretFile, egressAllow, recordingsDir, logLevel },
      log,
    );
    started.defer(() => requestThread.close());
    parts.api = await createApi({
      db,
      listener,
      notifier: new Notifier(db, log),
      secret: secretKey,
      log,
      publicUrl: settings.publicUrl,
      trustedProxies: settings.trustedProxies,
      egressAllow: settings.egressAllow,
      oidc,
      recordingsDir,
      requestThread,
      recordingStore: await openRecordingStore(store),
      openReplier: async () => {
        const { openReplies } = await import('./replies.ts');
        return openReplies({ db, secret: secretKey, log, ...settings });
      },
      talks: new LateTalks(async () => {
        const { openTalks } = await import('./talks.ts');
        return openTalks({ db, secret: secretKey, log, ...settings });
      }),
      consoleFiles,
      root,
      ready: () => readiness(db, parts),
    });
    const { api } = parts;
    started.defer(() => api.close());
  }
  if (settings.roles.has('api') || settings.roles.has('workflows')) {
    await listener.start();
    started.defer(() => listener.close());
  }
  const { api } = parts;
  if (api) {
    httpPort = await dependingOn('PARLEY_HTTP_HOST and PARLEY_HTTP_PORT', () =>
      api.http.listen(settings.httpHost, settings.httpPort),
    );
  }
  const settingsOfCalls = 'PARLEY_SIP_HOST, PARLEY_SIP_PORT and PARLEY_RTP_PORTS';
  sipAddress = (await dependingOn(settingsOfCalls, async () => callsStarted)) ?? sipAddress;
  const operator = await dependingOn('PARLEY_METRICS_PORT', () =>
    startMetricsServer(settings.metricsPort, () => metricsText(parts)),
  );
  started.defer(() => operator.close());

  // When everything else is up: it is built at low priority, where it was not built yet.
  void parts.consoleFiles?.prepare();
  const running = started.move();
  return {
    httpPort,
    metricsPort: operator.port,
    sipAddress,
    ownerKeyPath,
    ownerToken,
    lost: lost.signal,
    async close() {
      // While calls end, whoever asks is told so; the servers go when nothing is left to tell.
      parts.api?.http.drain();
      await endCalls();
      await running.disposeAsync();
    },
  };
}

/** What is carried out the first time it is called; every call has the same outcome. */
function once(work: () => Promise<void> | undefined): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= Promise.resolve(work());
    return done;
  };
}

interface Parts {
  api: Api | null;
  callsProcess: CallsProcess | null;
  calls: Calls | null;
  consoleFiles: ConsoleFiles | null;
}

function callsSettings(settings: Settings) {
  const { dataDir, sipHost, sipPort, publicAddress, rtpPorts, callsMax } = settings;
  const { logLevel, egressAllow, otlpEndpoint } = settings;
  const { sipTlsPort, sipTlsCert, sipTlsKey, sipTlsCa, sipTlsVerify } = settings;
  const tls = { sipTlsPort, sipTlsCert, sipTlsKey, sipTlsCa, sipTlsVerify };
  const { mediaTimeoutSeconds, holdTimeoutSeconds, recordingsReserveMb } = settings;
  const audio = { sipHost, sipPort, publicAddress, rtpPorts, callsMax };
  const limits = { mediaTimeoutSeconds, holdTimeoutSeconds, recordingsReserveMb };
  return { dataDir, logLevel, egressAllow, otlpEndpoint, ...audio, ...limits, ...tls };
}

async function readiness(
  db: Database,
  parts: Parts,
): Promise<{ ready: boolean; checks: Record<string, boolean> }> {
  const checks: Record<string, boolean> = { database: await db.isReachable() };
  if (parts.callsProcess) checks.calls = parts.callsProcess.isReady;
  return { ready: Object.values(checks).every(Boolean), checks };
}

/** The figures of this process and, added up with them, those of the calls process. */
async function metricsText(parts: Parts): Promise<string> {
  const own = await metrics.getMetricsAsJSON();
  const others = (await parts.callsProcess?.metrics()) ?? [];
  if (others.length === 0) return metrics.metrics();
  const all = AggregatorRegistry.aggregate([own, others as MetricObject[]]);
  return all.metrics();
}
