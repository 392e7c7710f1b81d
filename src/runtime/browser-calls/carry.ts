import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { CallEnd } from '../../domains/calls/index.ts';
import type { BrowserCallToCarry } from '../../domains/web-calls/index.ts';
import { type Log, monotonicMs } from '../../platform/kernel/index.ts';
import {
  type AgentEnvironment,
  converseWithBrowser,
  endOfBrowserCall,
  prepareForBrowser,
} from '../agent-runtime/index.ts';
import { BrowserLine, browserRateHz } from './browser-line.ts';
import type { BrowserSocket } from './browser-socket.ts';

export interface BrowserCallEnvironment {
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
const checkPermissionEveryMs = 10_000;
/** The call ends after this time without audio. A connected browser sends frames even in silence. */
const withoutAudioMsMax = 10_000;

/** Carries one browser call over its WebSocket, from preparing the agent to its end. */
export async function carryBrowserCall(
  environment: BrowserCallEnvironment,
  call: BrowserCallToCarry,
): Promise<CallEnd> {
  const { socket, log, agents, usage } = environment;
  const { agent, browserCallId } = call;
  const aborted = new AbortController();
  void socket.closed.then(() => aborted.abort());
  await using cleanup = new AsyncDisposableStack();
  const preparing = { gone: aborted.signal, log, usage, lineRateHz: browserRateHz };
  const prepared = cleanup.use(await prepareForBrowser(agents, call, preparing));
  cleanup.defer(() => aborted.abort());
  const line = new BrowserLine({
    send: (frame) => socket.play(frame),
    flush: () => socket.send({ type: 'flush' }),
    keys: (digits) => socket.send({ type: 'keys', digits }),
  });
  const { ended, stop } = watchForEnd(environment, cleanup);
  let lastAudioAtMs = monotonicMs();
  every(cleanup, withoutAudioMsMax / 4, () => {
    if (monotonicMs() - lastAudioAtMs > withoutAudioMsMax) stop('No audio is received from the browser.');
  });
  socket.listen({
    audio: (pcm) => {
      lastAudioAtMs = monotonicMs();
      line.receive(pcm, lastAudioAtMs, Date.now());
    },
    command: (command) => (command.type === 'stop' ? stop('You ended the call.') : line.press(command.digit)),
  });
  every(cleanup, advanceEveryMs, () => line.advance(monotonicMs()));
  socket.send({
    type: 'ready',
    transport: 'websocket',
    browserCallId,
    version: agent.version,
    sampleRateHz: browserRateHz,
    maxDurationSeconds: agent.limits.maxDurationSeconds,
  });
  return await converseWithBrowser({
    media: line,
    prepared,
    log,
    ended,
    emit: (progress) => socket.send(progress),
    onHandOver: () => line.suspend(),
    onStarted: (conversation) => line.connect(conversation),
  });
}

/**
 * Ends the call when the browser disconnects, when the session loses its permission, when the process stops, and with
 * `stop`.
 */
export function watchForEnd(
  { socket, isStillAllowed, stopping, log }: Omit<BrowserCallEnvironment, 'agents' | 'usage'>,
  cleanup: AsyncDisposableStack,
): { ended: Promise<CallEnd>; stop: (why: string) => void } {
  const ended = Promise.withResolvers<CallEnd>();
  const stop = (message: string) => ended.resolve(endOfBrowserCall(message));
  void socket.closed.then(() => stop('The browser disconnected.'));
  const onStopping = () => stop('The service is shutting down.');
  if (stopping.aborted) onStopping();
  stopping.addEventListener('abort', onStopping);
  cleanup.defer(() => stopping.removeEventListener('abort', onStopping));
  every(cleanup, checkPermissionEveryMs, () => {
    const check = isStillAllowed().then((isAllowed) => {
      if (!isAllowed) stop('Your session has ended or no longer permits browser calls.');
    });
    check.catch((error: unknown) =>
      log.warn({ err: error }, 'cannot check the permission of a browser call'),
    );
  });
  return { ended: ended.promise, stop };
}

function every(cleanup: AsyncDisposableStack, ms: number, work: () => void): void {
  const timer = setInterval(work, ms);
  cleanup.defer(() => clearInterval(timer));
}
