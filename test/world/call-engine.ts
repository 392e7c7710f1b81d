import type { ToolRunner } from '../../src/conversation/pipeline/index.ts';
import type {
  LanguageModel,
  SpeechToText,
  TextToSpeech,
} from '../../src/conversation/providers/interfaces/index.ts';
import { meteredVoice } from '../../src/conversation/providers/kit/index.ts';
import { CallWriter } from '../../src/domains/calls/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import { type Database, Listener } from '../../src/platform/db/index.ts';
import { metrics, silentLog } from '../../src/platform/kernel/index.ts';
import { type AgentEnvironment, SpareSpeech } from '../../src/runtime/agent-runtime/index.ts';
import { type DialableCall, Dialer } from '../../src/runtime/dialer/index.ts';
import type { DiskSpace } from '../../src/runtime/session/capacity/disk-reserve.ts';
import { CallEngine } from '../../src/runtime/session/index.ts';
import { type MediaWorker, type PortRange, startMediaWorker } from '../../src/telephony/media/index.ts';
import type { Locator, TlsOptions, WebSocketOptions } from '../../src/telephony/sip/index.ts';
import { fixedTools } from './fixed-tools.ts';
import { freeRtpPorts } from './rtp-ports.ts';

/** The parts of a call engine that a test sets. */
export interface CallEngineSetting {
  db: Database;
  voice: TextToSpeech;
  /** Returns the agent's voice, or rejects when there is none; `voice` by default. */
  findVoice?: () => Promise<TextToSpeech>;
  model?: LanguageModel;
  /** The providers of agents' configurations, in place of `voice`, `model` and `transcriber`. */
  providers?: AgentEnvironment['providers'];
  transcriber?: SpeechToText;
  tools?: ToolRunner;
  /** Opens the tools of an agent, in place of `tools`. */
  openTools?: AgentEnvironment['openTools'];
  recordingsDir: string;
  /** RTP ports, in pairs. */
  ports: number;
  callsMax?: number;
  /** The longest time for which an inbound call rings until there is room. Default: 0. */
  waitMsMax?: number;
  noAnswerTimeoutMs?: number;
  mediaTimeoutMs?: number;
  holdTimeoutMs?: number;
  locator?: Locator;
  /** The certificate for SIP peers over TLS; without one, no TLS port is open. */
  sipTls?: TlsOptions | undefined;
  /** Where web phones connect; closed by default. */
  sipWebSocket?: WebSocketOptions | undefined;
  /** Returns the free space of the recordings' disk. */
  diskSpace?: () => Promise<DiskSpace>;
  /** Receives the claimed calls in place of the engine. */
  placer?: (call: DialableCall) => void;
  /** `node_a` by default. */
  nodeId?: string;
  /** Whether notifications of the database arrive. Without them, the engine looks for what it waits for every few seconds. */
  isNotified?: boolean;
  /** Whether calls move to another engine when this one closes, and from another to this one. */
  isHandedOver?: boolean;
}

let engineOpened: Promise<unknown> = Promise.resolve();

/** Opens engines of one process one after the other, because each registers its metrics again. */
export function openNextEngine(
  ...given: Parameters<typeof openCallEngine>
): ReturnType<typeof openCallEngine> {
  const opening = engineOpened.then(() => {
    metrics.clear();
    return openCallEngine(...given);
  });
  engineOpened = opening.catch(() => undefined);
  return opening;
}

/** Opens a call engine with a dialer, on loopback. `closers` receives the functions that close it, in order. */
export async function openCallEngine(
  setting: CallEngineSetting,
  closers: (() => Promise<unknown>)[],
): Promise<{ engine: CallEngine; dialer: Dialer; media: MediaWorker; rtpPorts: PortRange }> {
  const {
    db,
    voice,
    model,
    transcriber,
    tools,
    recordingsDir,
    noAnswerTimeoutMs = 10_000,
    locator,
  } = setting;
  const findVoice = setting.findVoice ?? (async () => voice);
  const { mediaTimeoutMs = 60_000, holdTimeoutMs = 60_000 } = setting;
  const { nodeId = 'node_a', isHandedOver = false, isNotified = isHandedOver } = setting;
  const log = silentLog;
  const rtpPorts = await freeRtpPorts(setting.ports);
  const media = await startMediaWorker({ bindHost: '127.0.0.1', rtpPorts, log });
  const listener = new Listener({ connectionString: db.connectionString, applicationName: 'test', log });
  const engine = new CallEngine({
    hasLease: () => true,
    writer: new CallWriter(db),
    spareSpeech: new SpareSpeech(),
    db,
    media,
    providers: setting.providers ?? {
      textToSpeech: async (_config, { usage }) => {
        const found = await findVoice();
        return [usage ? meteredVoice(found, usage) : found];
      },
      speechToText: async () => (transcriber ? [transcriber] : []),
      languageModel: async () => (model ? [model] : []),
      speechToSpeech: async () => [],
    },
    trace: () => undefined,
    openTools: setting.openTools ?? fixedTools(tools),
    log,
    listener,
    locator,
    secret: new SecretKey('a secret for tests, long enough to be taken'),
    nodeId,
    isHandedOver,
    sipHost: '127.0.0.1',
    sipPort: 0,
    sipTls: setting.sipTls,
    sipWebSocket: setting.sipWebSocket,
    publicAddress: '127.0.0.1',
    recordingsDir,
    recordingsReserveBytes: setting.diskSpace ? null : 0,
    diskSpace: setting.diskSpace,
    noAnswerTimeoutMs,
    mediaTimeoutMs,
    holdTimeoutMs,
    callsMax: setting.callsMax ?? 50,
    waitMsMax: setting.waitMsMax ?? 0,
  });
  const place = setting.placer ?? ((call: DialableCall) => engine.place(call));
  const dialer = new Dialer({
    db,
    writer: new CallWriter(db),
    nodeId,
    placer: { room: () => engine.room(), place },
    log,
  });
  await engine.start(() => dialer.wake());
  if (isNotified) await listener.start();
  closers.push(
    () => dialer.stop(),
    () => engine.close(0),
    () => media.close(),
    () => listener.close(),
  );
  dialer.wake();
  return { engine, dialer, media, rtpPorts };
}
