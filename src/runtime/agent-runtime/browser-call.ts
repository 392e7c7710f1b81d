import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { type CallEnd, changesOf } from '../../domains/calls/index.ts';
import type { BrowserCallProgress, BrowserCallToCarry } from '../../domains/web-calls/index.ts';
import { conflict, type Log, toError } from '../../platform/kernel/index.ts';
import { browserCallTools } from './browser-call-tools.ts';
import { type ConverseOptions, converse, type SaidProgress } from './converse.ts';
import { type AgentEnvironment, prepareAgent } from './prepare-agent.ts';
import type { PreparedAgent } from './prepared-agent.ts';

const reportEveryMs = 100;

interface BrowserPreparing {
  /** Aborts when the agent is no longer needed. */
  gone: AbortSignal;
  log: Log;
  /** Counts the usage of providers. */
  usage: UsageMeter;
  lineRateHz: number;
}

/** Prepares the agent of a browser call, with tools that write nothing. Throws a 409 when the agent cannot speak. */
export async function prepareForBrowser(
  agents: AgentEnvironment,
  { agent, browserCallId, organizationId, flowStart, variables, customerNumber }: BrowserCallToCarry,
  preparing: BrowserPreparing,
): Promise<PreparedAgent> {
  const numbers = { customerNumber: customerNumber ?? '', agentNumber: '' };
  const call = { organizationId, callId: browserCallId, ...numbers, variables };
  const openTools: AgentEnvironment['openTools'] = (toolCall, options) =>
    browserCallTools(agents.openTools(toolCall, options), toolCall.agent);
  try {
    return await prepareAgent({ ...agents, openTools }, agent, call, { ...preparing, flowStart });
  } catch (error) {
    throw conflict('agent.unusable', toError(error).message);
  }
}

interface ConverseWithBrowserOptions
  extends Pick<ConverseOptions, 'media' | 'prepared' | 'log' | 'ended' | 'onHandOver' | 'onStarted'> {
  /** Called with what is said and done, at most every 100 ms. */
  emit: (progress: BrowserCallProgress) => void;
}

/** Holds the conversation of a browser call to its end. */
export async function converseWithBrowser({
  emit,
  prepared,
  ...options
}: ConverseWithBrowserOptions): Promise<CallEnd> {
  const report = changeReporter(emit);
  let latest: (() => SaidProgress) | null = null;
  const reporting = setInterval(() => {
    if (latest) report(latest());
    latest = null;
  }, reportEveryMs);
  try {
    const end = await converse({
      ...options,
      // A browser call is not recorded, so nothing is announced.
      prepared: { ...prepared, announcement: null },
      carryOut: async ({ destination }) => ({ isOver: true, end: transferEnd(destination) }),
      onProgress: (read) => {
        latest = read;
      },
    });
    report({ transcript: end.transcript ?? [], turns: end.turns ?? [] });
    return end;
  } finally {
    clearInterval(reporting);
  }
}

/** Returns the end of a browser call for a reason of the browser or of the service. */
export function endOfBrowserCall(message: string): CallEnd {
  return {
    status: 'ended',
    endedBy: 'Customer ended the call',
    endedReason: 'customer-ended-call',
    message,
  };
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
function changeReporter(emit: (event: BrowserCallProgress) => void): (now: SaidProgress) => void {
  let before: Parameters<typeof changesOf>[0] = null;
  return ({ transcript, turns }) => {
    const now = { ...unchanged, transcript, turns };
    for (const { type, data } of changesOf(before, now))
      if (type !== 'state') emit({ type, ...data } as BrowserCallProgress);
    before = now;
  };
}
