import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { FlowStart } from '../../domains/agents/index.ts';
import { type CallEnd, changesOf } from '../../domains/calls/index.ts';
import { conflict, type Log, monotonicMs, toError } from '../../platform/kernel/index.ts';
import {
  type AgentEnvironment,
  converse,
  type PreparedAgent,
  prepareAgent,
  type SaidProgress,
} from '../agent-runtime/index.ts';
import { BrowserLine, browserRateHz } from './browser-line.ts';
import type { BrowserSocket } from './browser-socket.ts';
import type { BrowserCallEvent } from './messages.ts';
import { browserCallTools } from './tools.ts';

interface BrowserCallToCarry {
  browserCallId: string;
  organizationId: string;
  agent: PreparedAgent['agent'];
  variables: Record<string, unknown>;
  /** The customer whose part the caller plays, in E.164; null for none. */
  customerNumber: string | null;
  /** Where the agent's flow begins; null for its first stage. */
  flowStart: FlowStart | null;
}

interface BrowserCallEnvironment {
  agents: AgentEnvironment;
  socket: BrowserSocket;
  log: Log;
  /** Counts the usage of providers. */
  usage: UsageMeter;
  /** Resolves to false when the session has ended or lost its permission. */
  isStillAllowed: () => Promise<boolean>;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
}

const advanceEveryMs = 10;
const reportEveryMs = 100;
const checkPermissionEveryMs = 10_000;
/** The call ends after this time without audio. A connected browser sends frames even in silence. */
const withoutAudioMsMax = 10_000;

/** Carries one browser call from preparing the agent to its end. */
export async function carryBrowserCall(
  environment: BrowserCallEnvironment,
  call: BrowserCallToCarry,
): Promise<CallEnd> {
  const { socket, log } = environment;
  const { agent, browserCallId } = call;
  const aborted = new AbortController();
  void socket.closed.then(() => aborted.abort());
  await using cleanup = new AsyncDisposableStack();
  const prepared = cleanup.use(await prepare(environment, call, aborted.signal));
  cleanup.defer(() => aborted.abort());
  const line = new BrowserLine({
    send: (frame) => socket.play(frame),
    flush: () => socket.send({ type: 'flush' }),
    keys: (digits) => socket.send({ type: 'keys', digits }),
  });
  const { ended, onAudio, stop } = watchForEnd(environment, cleanup);
  socket.listen({
    audio: (pcm) => {
      onAudio();
      line.receive(pcm, monotonicMs(), Date.now());
    },
    command: (command) => (command.type === 'stop' ? stop('You ended the call.') : line.press(command.digit)),
  });
  const report = changeReporter((event) => socket.send(event));
  let latest: (() => SaidProgress) | null = null;
  every(cleanup, advanceEveryMs, () => line.advance(monotonicMs()));
  every(cleanup, reportEveryMs, () => {
    if (latest) report(latest());
    latest = null;
  });
  socket.send({
    type: 'ready',
    browserCallId,
    version: agent.version,
    sampleRateHz: browserRateHz,
    maxDurationSeconds: agent.limits.maxDurationSeconds,
  });
  const end = await converse({
    media: line,
    // A browser call is not recorded, so nothing is announced.
    prepared: { ...prepared, announcement: null },
    carryOut: async ({ destination }) => ({ isOver: true, end: transferEnd(destination) }),
    log,
    ended,
    onHandOver: () => line.suspend(),
    onStarted: (conversation) => line.connect(conversation),
    onProgress: (read) => {
      latest = read;
    },
  });
  report({ transcript: end.transcript ?? [], turns: end.turns ?? [] });
  return end;
}

async function prepare(
  { agents, log, usage }: BrowserCallEnvironment,
  { agent, browserCallId, organizationId, flowStart, ...given }: BrowserCallToCarry,
  gone: AbortSignal,
): Promise<PreparedAgent> {
  const { variables, customerNumber } = given;
  const numbers = { customerNumber: customerNumber ?? '', agentNumber: '' };
  const call = { organizationId, callId: browserCallId, ...numbers, variables };
  const openTools: AgentEnvironment['openTools'] = (toolCall, options) =>
    browserCallTools(agents.openTools(toolCall, options), toolCall.agent);
  try {
    return await prepareAgent({ ...agents, openTools }, agent, call, {
      gone,
      log,
      usage,
      lineRateHz: browserRateHz,
      flowStart,
    });
  } catch (error) {
    throw conflict('agent.unusable', toError(error).message);
  }
}

/**
 * Ends the call when the browser disconnects or sends no audio, when the session loses its permission, and when the
 * process stops. `onAudio` must be called for each message of audio.
 */
function watchForEnd(
  { socket, isStillAllowed, stopping, log }: BrowserCallEnvironment,
  cleanup: AsyncDisposableStack,
): { ended: Promise<CallEnd>; onAudio: () => void; stop: (why: string) => void } {
  const ended = Promise.withResolvers<CallEnd>();
  const stop = (message: string) =>
    ended.resolve({
      status: 'ended',
      endedBy: 'Customer ended the call',
      endedReason: 'customer-ended-call',
      message,
    });
  void socket.closed.then(() => stop('The browser disconnected.'));
  const onStopping = () => stop('The service is shutting down.');
  stopping.addEventListener('abort', onStopping);
  cleanup.defer(() => stopping.removeEventListener('abort', onStopping));
  let lastAudioAtMs = monotonicMs();
  every(cleanup, withoutAudioMsMax / 4, () => {
    if (monotonicMs() - lastAudioAtMs > withoutAudioMsMax) stop('No audio is received from the browser.');
  });
  every(cleanup, checkPermissionEveryMs, () => {
    const check = isStillAllowed().then((isAllowed) => {
      if (!isAllowed) stop('Your session has ended or no longer permits browser calls.');
    });
    check.catch((error: unknown) =>
      log.warn({ err: error }, 'cannot check the permission of a browser call'),
    );
  });
  return {
    ended: ended.promise,
    onAudio: () => {
      lastAudioAtMs = monotonicMs();
    },
    stop,
  };
}

function every(cleanup: AsyncDisposableStack, ms: number, work: () => void): void {
  const timer = setInterval(work, ms);
  cleanup.defer(() => clearInterval(timer));
}

function transferEnd(destination: string) {
  const message = `In a phone call, the caller would now be transferred to ${destination}.`;
  return { reason: 'assistant-forwarded-call', message } as const;
}

/** Fields of a call that `changesOf` compares and that do not change during a browser call. */
const unchanged = {
  status: 'in-progress',
  startedAt: null,
  endedAt: null,
  endedBy: null,
  endedReason: null,
  answeredBy: null,
} as const;

/** Returns a function that emits what has changed since its previous call. */
function changeReporter(emit: (event: BrowserCallEvent) => void): (now: SaidProgress) => void {
  let before: Parameters<typeof changesOf>[0] = null;
  return ({ transcript, turns }) => {
    const now = { ...unchanged, transcript, turns };
    for (const { type, data } of changesOf(before, now))
      if (type !== 'state') emit({ type, ...data } as BrowserCallEvent);
    before = now;
  };
}
