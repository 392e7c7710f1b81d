import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Providers } from '../conversation/providers/registry.ts';
import { startTracing } from '../conversation/telemetry/index.ts';
import {
  analysisQueue,
  analyzeCall,
  analyzeChat,
  chatAnalysisQueue,
  type ModelsOf,
} from '../domains/analysis/index.ts';
import { CallWriter } from '../domains/calls/index.ts';
import { QuestionVectors } from '../domains/knowledge/index.ts';
import { isAnyProviderKey } from '../domains/provider-keys/index.ts';
import { dialability } from '../domains/rules/index.ts';
import { customerZones, isOpen } from '../domains/schedules/index.ts';
// Not through index.ts, which loads the packages that sign tokens.
import { KeyWatcher } from '../platform/access/key-watcher.ts';
import { SecretKey } from '../platform/access/secret-key.ts';
import { Database, Listener, Notifier } from '../platform/db/index.ts';
import { Jobs } from '../platform/jobs/index.ts';
import { type Log, newId, processClock } from '../platform/kernel/index.ts';
import { Node } from '../platform/nodes/index.ts';
import type { ObjectStoreOptions } from '../platform/object-store/index.ts';
import { SpareSpeech } from '../runtime/agent-runtime/index.ts';
import { Dialer, Eligibility, Pacer } from '../runtime/dialer/index.ts';
import { CallEngine, type NoCapacity } from '../runtime/session/index.ts';
import {
  type OpenToolRunner,
  OptOuts,
  openToolRunner,
  type ToolCall,
  type ToolRunnerOptions,
} from '../runtime/tools/index.ts';
import { Upkeep } from '../runtime/upkeep/index.ts';
import { startMediaWorker } from '../telephony/media/index.ts';
import { analysisModels } from './analysis-models.ts';
import { openFailover } from './failover.ts';
import { LateEgress } from './late-egress.ts';
import { openProviders } from './providers.ts';
import { openRecordingStore } from './recording-store.ts';
import type { Settings } from './settings.ts';
import { readSipTls, readSipWebSocket, type SipTlsSettings, type SipWebSocketSettings } from './sip-tls.ts';
import { speechFolder } from './speech-folder.ts';
import { readSecretFile } from './storage.ts';

/** The options of the calls process. They are plain data, because they cross a process boundary. */
export interface CallsOptions {
  connectionString: string;
  secret: string;
  /** The file of the secret key, which a rotation may replace; `null` when the environment gives the key. */
  secretFile: string | null;
  settings: SipTlsSettings &
    SipWebSocketSettings &
    Pick<
      Settings,
      | 'dataDir'
      | 'modelsDir'
      | 'sipHost'
      | 'audioHost'
      | 'audioPort'
      | 'sipPort'
      | 'publicAddress'
      | 'webCallsAddress'
      | 'rtpPorts'
      | 'callsMax'
      | 'callsWaitSeconds'
      | 'handover'
      | 'mediaTimeoutSeconds'
      | 'holdTimeoutSeconds'
      | 'recordingsReserveMb'
      | 'logLevel'
      | 'egressAllow'
      | 'otlpEndpoint'
      | 'requireSynchronous'
    >;
  /** The object store to which recordings are moved, or `null`. */
  recordingStore: ObjectStoreOptions | null;
  /** Whether this process also claims calls from the queue. */
  dials: boolean;
}

/** The address at which SIP peers reach the process. `port` is for UDP and TCP; `tlsPort` is `null` when TLS is not open, and `wsPort` when no web phones may connect. */
export interface SipAddress {
  address: string;
  port: number;
  tlsPort: number | null;
  wsPort: number | null;
}

export interface Calls {
  sipAddress: SipAddress;
  /** Returns why the process accepts no new call, or `null` when it accepts one. */
  refusal(): NoCapacity | null;
  /**
   * Stops accepting work and gives live calls `graceMs` to end. Closes every part, even if one fails to close, and then
   * rejects with the failure.
   */
  close(graceMs: number): Promise<void>;
}

/** Without those of the listener, the jobs and the beats. */
const connectionsMax = 12;
const noAnswerTimeoutMs = 45_000;

/** Loads the tables of phone numbers and time zones, so that the first call does not wait for them. */
export function warmUp(): void {
  const number = '+12025550123';
  dialability(number, ['US']);
  for (const zone of customerZones(number))
    isOpen({ timeZone: zone, windows: [], exceptions: [] }, zone, Date.now());
}

/** Loads the clients of vendors before the first call needs one, if an organization has a vendor's key. */
async function warmUpProviders(db: Database, providers: Providers, log: Log): Promise<void> {
  try {
    if (await isAnyProviderKey(db)) await providers.warmUp();
  } catch (error) {
    log.warn({ err: error }, 'cannot load the provider clients in advance; the first call loads them');
  }
}

type OnFatal = (error: Error) => void;

/** Starts the parts of the calls process: SIP, audio, live calls, the dialer and upkeep. */
export async function startCalls(options: CallsOptions, log: Log, onFatal: OnFatal): Promise<Calls> {
  const { settings, connectionString, dials } = options;
  const roles = dials ? ['calls', 'dialer'] : ['calls'];
  let engine: CallEngine | undefined;
  let graceMs = 0;
  // Parts close in reverse order, even if one fails to close, and also when the start fails.
  await using parts = new AsyncDisposableStack();
  const db = new Database({ connectionString, applicationName: 'parley calls', connectionsMax, log });
  parts.defer(() => db.close());
  const reports = reportsOf(() => engine, dials);
  const node = new Node(newId('node'), { db, roles, log, ...reports, onFenced: onFatal });
  parts.defer(() => node.close());
  const listener = new Listener({ connectionString, applicationName: 'parley calls listener', log });
  parts.defer(() => listener.close());
  const jobs = new Jobs({ connectionString, applicationName: 'parley jobs', log });
  const onMediaExit = (error: Error) => {
    engine?.mediaLost();
    onFatal(error);
  };
  const [media] = await Promise.all([
    startMediaWorker({ bindHost: settings.sipHost, rtpPorts: settings.rtpPorts, log, onExit: onMediaExit }),
    node.start(),
    jobs.start([analysisQueue, chatAnalysisQueue]),
  ]);
  const secret = await openSecret(options, { db, listener, log }, parts);
  parts.defer(() => media.close());
  const egress = parts.use(new LateEgress(settings.egressAllow));
  const providers = await openCallProviders(settings, { db, secret, log }, parts);
  const tracing = parts.use(await openTracing(settings.otlpEndpoint, log));
  parts.defer(() => jobs.close());
  const shared = { db, writer: new CallWriter(db), log, secret, nodeId: node.nodeId };
  const failover = await openFailover(settings, shared, parts);
  engine = new CallEngine({
    ...shared,
    ...failover,
    ...(await engineSettings(settings, node)),
    media,
    providers,
    listener,
    spareSpeech: new SpareSpeech(),
    trace: (call) => tracing?.trace(call),
    ...(await openCallTools(settings, { db, secret, log, egress, providers }, parts)),
  });
  const dialer = openDialer(shared, engine, egress);
  const upkeep = openUpkeep({ ...shared, jobs, recordings: await openRecordings(options) }, engine, dialer);
  parts.defer(() => upkeep.close());
  parts.defer(() => engine.close(graceMs));
  const pacer = openPacer({ db, log }, dialer, parts);
  await engine.start(() => dialer.wake());
  await Promise.all([failover.watchDatabase(engine), followCalls(listener, engine, dials ? dialer : null)]);
  upkeep.start();
  await analyzeConversations(jobs, db, providers);
  if (dials) beginDialing(dialer, pacer);
  // After this process has died, the process that settles its calls logs the same id.
  log.info({ nodeId: node.nodeId, roles }, 'the calls process is ready');
  node.ready();
  void warmUpProviders(db, providers, log);
  const running = parts.move();
  return {
    sipAddress: { ...engine.sipAddress, tlsPort: engine.sipTlsPort, wsPort: engine.sipWebSocketPort },
    refusal: () => engine.refusal(),
    close(withinMs) {
      graceMs = withinMs;
      return running.disposeAsync();
    },
  };
}

/** Opens what paces the campaigns of teams. Both stop dialing when the process does. */
function openPacer(
  { db, log }: { db: Database; log: Log },
  dialer: Dialer,
  parts: AsyncDisposableStack,
): Pacer {
  const pacer = new Pacer({ db, log, notifier: new Notifier(db, log) });
  parts.defer(() => dialer.stop());
  parts.defer(() => pacer.stop());
  return pacer;
}

function beginDialing(dialer: Dialer, pacer: Pacer): void {
  dialer.wake();
  pacer.start();
}

/** Returns what the process reports of its engine with each beat. */
function reportsOf(engine: () => CallEngine | undefined, dials: boolean) {
  return {
    dialingCapacity: () => (dials ? (engine()?.dialingCapacity() ?? 0) : null),
    audioPlace: () => engine()?.audioPlace ?? null,
    refusals: () => engine()?.refusals ?? null,
  };
}

/** Opens the dialer. It wakes those of other processes for the calls that it leaves to them. */
function openDialer(
  shared: Pick<ConstructorParameters<typeof Dialer>[0], 'db' | 'writer' | 'log' | 'nodeId'> & {
    secret: SecretKey;
  },
  placer: CallEngine,
  egress: LateEgress,
): Dialer {
  const { db, log, secret } = shared;
  const notifier = new Notifier(db, log);
  const eligibility = new Eligibility({ egress: () => egress.open(), secret, clock: processClock });
  return new Dialer({ ...shared, placer, eligibility, onLeft: () => notifier.notify('parley_calls') });
}

/** Opens the store of recordings beside their folder. */
async function openRecordings({ recordingStore, settings }: CallsOptions) {
  return { store: await openRecordingStore(recordingStore), recordingsDir: recordingsFolder(settings) };
}

/** Reports changes of calls in the database to the engine, and to the dialer of a process that dials. */
async function followCalls(listener: Listener, engine: CallEngine, dialer: Dialer | null): Promise<void> {
  listener.on('parley_calls', () => {
    engine.readStopRequests();
    dialer?.wake();
  });
  await listener.start();
}

/** Opens the secret key, and follows its rotations. */
async function openSecret(
  options: CallsOptions,
  { db, listener, log }: { db: Database; listener: Listener; log: Log },
  parts: AsyncDisposableStack,
): Promise<SecretKey> {
  const { secretFile } = options;
  const readSecret = secretFile === null ? null : () => readSecretFile(secretFile);
  const secret = new SecretKey((await readSecret?.()) ?? options.secret);
  const keys = new KeyWatcher({ db, listener, secret, readSecret, log });
  await keys.start();
  parts.defer(() => keys.close());
  return secret;
}

/** Opens the providers of calls, with a temporary folder for speech that is being transcribed. */
async function openCallProviders(
  { dataDir, modelsDir, egressAllow }: CallsOptions['settings'],
  foundation: { db: Database; secret: SecretKey; log: Log },
  parts: AsyncDisposableStack,
): Promise<Providers> {
  const temporaryFolder = await speechFolder(dataDir, 'speech');
  parts.defer(() => rm(temporaryFolder, { recursive: true, force: true }));
  return parts.use(openProviders({ ...foundation, temporaryFolder, modelsDir, egressAllow }));
}

/**
 * Returns how tools are opened for a call, and what turns questions into vectors. Opt-outs that the database does not have yet are
 * in the data directory.
 */
async function openCallTools(
  { dataDir }: CallsOptions['settings'],
  foundation: { db: Database; secret: SecretKey; log: Log; egress: LateEgress; providers: Providers },
  parts: AsyncDisposableStack,
): Promise<{
  openTools: (call: ToolCall, options: ToolRunnerOptions) => OpenToolRunner;
  questionVectors: QuestionVectors;
}> {
  const { db, secret, log, egress, providers } = foundation;
  const questionVectors = parts.use(new QuestionVectors({ db, log, open: async () => providers }));
  const optOuts = new OptOuts({ db, folder: join(dataDir, 'opt-outs'), log });
  parts.defer(() => optOuts.close());
  await optOuts.start();
  const environment = { db, secret, optOuts, questionVectors, egress: () => egress.open() };
  return { questionVectors, openTools: (call, options) => openToolRunner(environment, call, options) };
}

async function openTracing(endpoint: string | null, log: Log) {
  return endpoint === null ? null : startTracing(endpoint, log);
}

/** Returns the call engine's options from the settings. Rejects when a TLS file cannot be read. */
async function engineSettings(settings: CallsOptions['settings'], node: Node) {
  const { sipHost, sipPort, publicAddress, callsMax, recordingsReserveMb: reserveMb } = settings;
  const isHandedOver = settings.handover === 'on';
  return {
    hasLease: () => node.isReached,
    sipHost,
    ...{ audioHost: settings.audioHost, audioPort: settings.audioPort },
    sipPort,
    sipTls: await readSipTls(settings),
    sipWebSocket: await readSipWebSocket(settings),
    publicAddress: publicAddress ?? sipHost,
    webCallsAddress: settings.webCallsAddress,
    recordingsDir: recordingsFolder(settings),
    recordingsReserveBytes: reserveMb === null ? null : reserveMb * 1e6,
    noAnswerTimeoutMs,
    mediaTimeoutMs: settings.mediaTimeoutSeconds * 1000,
    holdTimeoutMs: settings.holdTimeoutSeconds * 1000,
    callsMax,
    waitMsMax: settings.callsWaitSeconds * 1000,
    isHandedOver,
  };
}

function recordingsFolder({ dataDir }: CallsOptions['settings']): string {
  return join(dataDir, 'recordings');
}

type UpkeepParts = Omit<
  ConstructorParameters<typeof Upkeep>[0],
  'carries' | 'hangUp' | 'reclaim' | 'onFreed'
>;

function openUpkeep(parts: UpkeepParts, engine: CallEngine, dialer: Dialer): Upkeep {
  return new Upkeep({
    ...parts,
    carries: (callId) => engine.carries(callId),
    hangUp: (dialog, trunk) => engine.hangUp(dialog, trunk),
    reclaim: (invite, trunk) => engine.reclaim(invite, trunk),
    onFreed: () => dialer.wake(),
  });
}

/** Starts to process the jobs that analyze ended calls and chats. */
async function analyzeConversations(jobs: Jobs, db: Database, providers: Providers): Promise<void> {
  const modelsOf: ModelsOf = (config, context) => analysisModels(providers, config, context);
  await jobs.work(db, analysisQueue, (job) => analyzeCall({ db, modelsOf }, job));
  await jobs.work(db, chatAnalysisQueue, (job) => analyzeChat({ db, modelsOf }, job));
}
