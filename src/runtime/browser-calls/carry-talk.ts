import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { type CallEnd, changesOf } from '../../domains/calls/index.ts';
import { conflict, type Log, monotonicMs, toError } from '../../platform/kernel/index.ts';
import {
  type AgentEnvironment,
  converse,
  type PreparedAgent,
  prepareAgent,
  type SaidProgress,
} from '../agent-runtime/index.ts';
import { BrowserLine, talkRateHz } from './browser-line.ts';
import type { TalkEvent } from './messages.ts';
import type { TalkSocket } from './talk-socket.ts';
import { talkTools } from './talk-tools.ts';

/** One talk: who with whom. */
interface TalkToCarry {
  talkId: string;
  organizationId: string;
  agent: PreparedAgent['agent'];
  variables: Record<string, unknown>;
}

/** What a talk is carried on with. */
interface TalkEnvironment {
  agents: AgentEnvironment;
  socket: TalkSocket;
  log: Log;
  /** Counts what providers are used for. */
  usage: UsageMeter;
  /** Whether who talks still may; asked now and then. */
  isStillAllowed: () => Promise<boolean>;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
}

/** How often the line's clock is looked at, and what was said is told, in milliseconds. */
const advanceEveryMs = 10;
const tellEveryMs = 100;
/** How often it is asked whether the talk may go on. */
const askEveryMs = 10_000;
/** A browser that is there sends silence too. */
const deafMsMax = 10_000;

/** Carries one talk to its end: prepares the agent, and lets it speak with whoever is at the browser. */
export async function carryTalk(environment: TalkEnvironment, talk: TalkToCarry): Promise<CallEnd> {
  const { socket, log } = environment;
  const { agent, talkId } = talk;
  const gone = new AbortController();
  void socket.closed.then(() => gone.abort());
  await using cleanup = new AsyncDisposableStack();
  const prepared = cleanup.use(await prepare(environment, talk, gone.signal));
  cleanup.defer(() => gone.abort());
  const line = new BrowserLine({
    send: (frame) => socket.play(frame),
    flush: () => socket.tell({ type: 'flush' }),
    keys: (digits) => socket.tell({ type: 'keys', digits }),
  });
  const { ended, heard, stop } = untilEnded(environment, cleanup);
  socket.listen({
    audio: (pcm) => {
      heard();
      line.take(pcm, monotonicMs(), Date.now());
    },
    command: (command) => (command.type === 'stop' ? stop('You ended the call.') : line.press(command.digit)),
  });
  const told = tellerOf((event) => socket.tell(event));
  let latest: (() => SaidProgress) | null = null;
  every(cleanup, advanceEveryMs, () => line.advance(monotonicMs()));
  every(cleanup, tellEveryMs, () => {
    if (latest) told(latest());
    latest = null;
  });
  const { maxDurationSeconds } = agent.limits;
  socket.tell({
    type: 'ready',
    talkId,
    version: agent.version,
    sampleRateHz: talkRateHz,
    maxDurationSeconds,
  });
  const end = await converse({
    media: line,
    // Nothing is recorded here.
    prepared: { ...prepared, announcement: null },
    carryOut: async ({ destination }) => ({ isOver: true, end: putThrough(destination) }),
    log,
    ended,
    onStarted: (conversation) => line.give(conversation),
    onProgress: (read) => {
      latest = read;
    },
  });
  told({ transcript: end.transcript ?? [], turns: end.turns ?? [] });
  return end;
}

async function prepare(
  { agents, log, usage }: TalkEnvironment,
  { agent, talkId, organizationId, variables }: TalkToCarry,
  gone: AbortSignal,
): Promise<PreparedAgent> {
  const call = { organizationId, callId: talkId, customerNumber: '', agentNumber: '', variables };
  const openTools: AgentEnvironment['openTools'] = (...given) => talkTools(agents.openTools(...given), agent);
  try {
    return await prepareAgent({ ...agents, openTools }, agent, call, {
      gone,
      log,
      usage,
      lineRateHz: talkRateHz,
    });
  } catch (error) {
    throw conflict('agent.unusable', toError(error).message);
  }
}

/** What ends a talk from outside of it; `heard` says that audio came. */
function untilEnded(
  { socket, isStillAllowed, stopping, log }: TalkEnvironment,
  cleanup: AsyncDisposableStack,
): { ended: Promise<CallEnd>; heard: () => void; stop: (why: string) => void } {
  const ended = Promise.withResolvers<CallEnd>();
  const stop = (message: string) =>
    ended.resolve({
      ...({ status: 'ended', endedBy: 'Customer ended the call' } as const),
      ...({ endedReason: 'customer-ended-call', message } as const),
    });
  void socket.closed.then(() => stop('The browser disconnected.'));
  const onStopping = () => stop('The service is shutting down.');
  stopping.addEventListener('abort', onStopping);
  cleanup.defer(() => stopping.removeEventListener('abort', onStopping));
  let heardAtMs = monotonicMs();
  every(cleanup, deafMsMax / 4, () => {
    if (monotonicMs() - heardAtMs > deafMsMax) stop('No audio is received from the browser.');
  });
  every(cleanup, askEveryMs, () => {
    const ask = isStillAllowed().then((isAllowed) => {
      if (!isAllowed) stop('Your session has ended or no longer allows this.');
    });
    ask.catch((error: unknown) => log.warn({ err: error }, 'it could not be asked whether a talk may go on'));
  });
  return {
    ended: ended.promise,
    heard: () => {
      heardAtMs = monotonicMs();
    },
    stop,
  };
}

function every(cleanup: AsyncDisposableStack, ms: number, work: () => void): void {
  const timer = setInterval(work, ms);
  cleanup.defer(() => clearInterval(timer));
}

function putThrough(destination: string) {
  const message = `In a call the caller would be put through to ${destination} now.`;
  return { reason: 'assistant-forwarded-call', message } as const;
}

const standing = {
  ...({ status: 'in-progress', startedAt: null, endedAt: null } as const),
  endedBy: null,
  endedReason: null,
  answeredBy: null,
};

/** Tells what has changed of what was said since it was called last. */
function tellerOf(tell: (event: TalkEvent) => void): (now: SaidProgress) => void {
  let before: Parameters<typeof changesOf>[0] = null;
  return ({ transcript, turns }) => {
    const now = { ...standing, transcript, turns };
    for (const { type, data } of changesOf(before, now))
      if (type !== 'state') tell({ type, ...data } as TalkEvent);
    before = now;
  };
}
