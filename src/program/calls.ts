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
import { addChatUsage } from '../domains/chats/index.ts';
import { isAnyProviderKey } from '../domains/provider-keys/index.ts';
import { customerZones, isOpen } from '../domains/schedules/index.ts';
// Not by the door, behind which the packages stand that tokens are made with.
import { KeyWatcher } from '../platform/access/key-watcher.ts';
import { SecretKey } from '../platform/access/secret-key.ts';
import { Database, Listener } from '../platform/db/index.ts';
import { Jobs } from '../platform/jobs/index.ts';
import { dialability, type Log, processClock } from '../platform/kernel/index.ts';
import { Node } from '../platform/nodes/index.ts';
import type { ObjectStoreOptions } from '../platform/object-store/index.ts';
import { Dialer, Eligibility } from '../runtime/dialer/index.ts';
import { CallEngine } from '../runtime/session/index.ts';
import { openToolRunner } from '../runtime/tools/index.ts';
import { Upkeep } from '../runtime/upkeep/index.ts';
import { startMediaWorker } from '../telephony/media/index.ts';
import { analysisModels } from './analysis-models.ts';
import { LateEgress } from './late-egress.ts';
import { openProviders } from './providers.ts';
import { openRecordingStore } from './recording-store.ts';
import type { Settings } from './settings.ts';
import { readSipTls, type SipTlsSettings } from './sip-tls.ts';
import { speechFolder } from './speech-folder.ts';
import { readSecretFile } from './storage.ts';

/** What the part that carries calls is started with; plain data, because it crosses a process boundary. */
export interface CallsOptions {
  connectionString: string;
  secret: string;
  /** Where it is, when it is in a file: it may be replaced while the program runs. */
  secretFile: string | null;
  settings: SipTlsSettings &
    Pick<
      Settings,
      | 'dataDir'
      | 'sipHost'
      | 'sipPort'
      | 'publicAddress'
      | 'rtpPorts'
      | 'callsMax'
      | 'mediaTimeoutSeconds'
      | 'holdTimeoutSeconds'
      | 'recordingsReserveMb'
      | 'logLevel'
      | 'egressAllow'
      | 'otlpEndpoint'
    >;
  /** Where recordings are moved to; null: they stay. */
  recordingStore: ObjectStoreOptions | null;
  /** Whether this process also claims calls from the queue. */
  dials: boolean;
}

/** Where SIP peers reach the process: one port for UDP and TCP, and the one of TLS, if it is open. */
export interface SipAddress {
  address: string;
  port: number;
  tlsPort: number | null;
}

export interface Calls {
  sipAddress: SipAddress;
  /** Takes no more work and lets live calls end for `graceMs`. */
  close(graceMs: number): Promise<void>;
}

const noAnswerTimeoutMs = 45_000;

/** Loads what the first call would otherwise wait for: the tables of the world's phone numbers and time zones. */
export function warmUp(): void {
  const number = '+12025550123';
  dialability(number, ['US']);
  for (const zone of customerZones(number))
    isOpen({ timeZone: zone, windows: [], exceptions: [] }, zone, Date.now());
}

/** Where somebody has a key of a vendor, the clients of vendors are loaded before the first call wants one. */
async function warmUpProviders(db: Database, providers: Providers, log: Log): Promise<void> {
  try {
    if (await isAnyProviderKey(db)) await providers.warmUp();
  } catch (error) {
    log.warn({ err: error }, 'the providers could not be loaded ahead of the first call');
  }
}

/** SIP, audio, live calls, and the dialer that feeds them: the composition of the calls process. */
export async function startCalls(
  options: CallsOptions,
  log: Log,
  onFatal: (error: Error) => void,
): Promise<Calls> {
  const { settings, connectionString } = options;
  const db = new Database({ connectionString, applicationName: 'parley calls', connectionsMax: 16, log });
  const listener = new Listener({ connectionString, applicationName: 'parley calls listener', log });
  const roles = options.dials ? ['calls', 'dialer'] : ['calls'];
  const node = new Node(db, roles, log);
  const jobs = new Jobs({ connectionString, applicationName: 'parley jobs', log });
  let engine: CallEngine | undefined;
  const mediaStarting = startMediaWorker({
    bindHost: settings.sipHost,
    rtpPorts: settings.rtpPorts,
    log,
    onExit(error) {
      engine?.mediaLost();
      onFatal(error);
    },
  });
  const [media] = await Promise.all([
    mediaStarting,
    node.start(),
    jobs.start([analysisQueue, chatAnalysisQueue]),
  ]);
  const temporaryFolder = await speechFolder(settings.dataDir, 'speech');
  const recordingsDir = join(settings.dataDir, 'recordings');
  const { secretFile } = options;
  const readSecret = secretFile === null ? null : () => readSecretFile(secretFile);
  const secret = new SecretKey((await readSecret?.()) ?? options.secret);
  const keys = new KeyWatcher({ db, listener, secret, readSecret, log });
  await keys.start();
  const providers = openProviders({
    db,
    secret,
    log,
    temporaryFolder,
    egressAllow: settings.egressAllow,
  });
  const { sipHost, sipPort, publicAddress, otlpEndpoint, recordingsReserveMb: reserveMb } = settings;
  const tracing = otlpEndpoint === null ? null : await startTracing(otlpEndpoint, log);
  const egress = new LateEgress(settings.egressAllow);
  engine = new CallEngine({
    db,
    media,
    providers,
    trace: (call) => tracing?.trace(call),
    openTools: (call, options) => openToolRunner({ db, secret, egress: () => egress.open() }, call, options),
    log,
    listener,
    secret,
    nodeId: node.nodeId,
    sipHost,
    sipPort,
    sipTls: await readSipTls(settings),
    publicAddress: publicAddress ?? sipHost,
    recordingsDir,
    recordingsReserveBytes: reserveMb === null ? null : reserveMb * 1e6,
    noAnswerTimeoutMs,
    mediaTimeoutMs: settings.mediaTimeoutSeconds * 1000,
    holdTimeoutMs: settings.holdTimeoutSeconds * 1000,
    callsMax: settings.callsMax,
  });
  const store = await openRecordingStore(options.recordingStore);
  const dialer = new Dialer({
    db,
    nodeId: node.nodeId,
    placer: engine,
    log,
    eligibility: new Eligibility({ egress: () => egress.open(), secret, clock: processClock }),
  });
  const upkeep = new Upkeep({
    db,
    secret,
    log,
    jobs,
    nodeId: node.nodeId,
    carries: (callId) => engine.carries(callId),
    hangUp: (dialog, trunk) => engine.hangUp(dialog, trunk),
    reclaim: (invite, trunk) => engine.reclaim(invite, trunk),
    recordings: { store, recordingsDir },
    onFreed: () => dialer.wake(),
  });
  await engine.start(() => dialer.wake());
  listener.on('parley_calls', () => {
    engine.lookForStops();
    if (options.dials) dialer.wake();
  });
  await listener.start();
  upkeep.start();
  const modelsOf: ModelsOf = (config, context) => analysisModels(providers, config, context);
  await jobs.work(analysisQueue, (job) => analyzeCall({ db, modelsOf }, job));
  await jobs.work(chatAnalysisQueue, (job) => analyzeChat({ db, modelsOf, addUsage: addChatUsage }, job));
  if (options.dials) dialer.wake();
  // What others say of it, when it dies, names it so.
  log.info({ nodeId: node.nodeId, roles }, 'calls are carried');
  void warmUpProviders(db, providers, log);
  return {
    sipAddress: { ...engine.sipAddress, tlsPort: engine.sipTlsPort },
    async close(graceMs) {
      await dialer.stop();
      await engine.close(graceMs);
      await upkeep.close();
      await jobs.close();
      await tracing?.[Symbol.asyncDispose]();
      await providers[Symbol.asyncDispose]();
      await rm(temporaryFolder, { recursive: true, force: true });
      await egress[Symbol.asyncDispose]();
      await media.close();
      await keys.close();
      await listener.close();
      await node.close();
      await db.close();
    },
  };
}
