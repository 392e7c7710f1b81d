import { type WebSocket, WebSocketServer } from 'ws';
import { type AgentRecord, checkFlowStart, type FlowStart, findAgent } from '../../domains/agents/index.ts';
import { type BrowserCallToCarry, iceServers, type TurnOptions } from '../../domains/web-calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { parseInput, type SocketConnection } from '../../platform/http/index.ts';
import { ApiError, forbidden, invalid, monotonicMs, notFound } from '../../platform/kernel/index.ts';
import { readWebOffer } from '../../telephony/webrtc/web-offer.ts';
import { WebDescriptionError } from '../../telephony/webrtc/web-section.ts';
import type { AgentEnvironment } from '../agent-runtime/index.ts';
import { BrowserSocket } from './browser-socket.ts';
import { carryBrowserCall } from './carry.ts';
import { BrowserCallStart } from './messages.ts';
import { recordBrowserCall } from './record.ts';
import { relayBrowserCall } from './relay.ts';

/** Maximum browser calls of this process at one time, in total and for one organization. */
const processCallsMax = 8;
const organizationCallsMax = 2;
/** Maximum duration of a browser call. An agent with a lower limit keeps its own. */
const callSecondsMax = 600;
/** Time for the browser to send its first message. */
const startWithinMs = 10_000;
const messageBytesMax = 32_768;

interface BrowserCallsOptions extends AgentEnvironment {
  db: Database;
  /** The servers with which browsers may find a way for WebRTC. Default: none. */
  turn?: TurnOptions | undefined;
}

/**
 * The browser calls of this process. Each has a WebSocket. Its audio goes over WebRTC to a process that carries calls, or over
 * the WebSocket where the browser offers no WebRTC or does not connect.
 */
export class BrowserCalls implements AsyncDisposable {
  readonly #options: BrowserCallsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
  });
  readonly #stopping = new AbortController();
  /** Calls in progress, with their organization. */
  readonly #live = new Map<Promise<void>, string>();

  constructor(options: BrowserCallsOptions) {
    this.#options = options;
  }

  /** Completes the WebSocket handshake and starts the call. Does not wait for the end of the call. */
  async accept(connection: SocketConnection): Promise<void> {
    const accepted = await this.#upgrade(connection);
    const browser = new BrowserSocket(accepted, monotonicMs, connection.log);
    try {
      this.#refuseTooMany(connection.actor.organizationId);
    } catch (error) {
      browser.refuse(error);
      return;
    }
    const { turn = { urls: [], secret: null } } = this.#options;
    browser.send({ type: 'hello', iceServers: iceServers(turn, Date.now()) });
    const call = this.#carry(connection, browser).catch((error: unknown) => browser.refuse(error));
    this.#live.set(call, connection.actor.organizationId);
    void call.then(() => this.#live.delete(call));
  }

  /** Ends all calls. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#live.keys());
  }

  /** Rejects when the handshake breaks RFC 6455, or the browser disconnects during it. */
  #upgrade({ request, socket, head }: SocketConnection): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const refuse = (message: string) => reject(new ApiError(400, 'browser_call.handshake', message));
      const onError = (error: Error) => refuse(error.message);
      socket.once('close', () => refuse('The browser disconnected during the WebSocket handshake.'));
      // `ws` emits this event before handleUpgrade returns. After a refusal that it sends itself, it closes the
      // socket.
      this.#server.once('wsClientError', onError);
      this.#server.handleUpgrade(request, socket, head, resolve);
      this.#server.off('wsClientError', onError);
    });
  }

  async #carry(
    { actor, log, request, isStillAllowed }: SocketConnection,
    socket: BrowserSocket,
  ): Promise<void> {
    const { db } = this.#options;
    const start = parseInput(BrowserCallStart, await socket.first(startWithinMs), 'message');
    requireScopeFor(start, actor);
    const record = await findAgent(db, actor.organizationId, start.agentId);
    if (!record) throw notFound('agent');
    const agent = agentOnCall(record, start);
    if (start.flow) await checkFlowStart(agent, start.flow);
    if (start.offer !== null) requireUsable(start.offer);
    const { organizationId } = actor;
    const scope = { db, actor, log: log.child({ organizationId }) };
    const end = await recordBrowserCall(scope, agent, async ({ browserCallId, usage, report }) => {
      const { variables, customerNumber, flow: flowStart } = start;
      const call = { browserCallId, organizationId, agent, variables, customerNumber, flowStart };
      const stopping = this.#stopping.signal;
      const environment = { socket, isStillAllowed, stopping, log: scope.log.child({ browserCallId }) };
      const isLocal = isLocalPage(request.headers.origin);
      const relayed =
        start.offer && (await relayBrowserCall({ ...environment, db, report, isLocal }, call, start.offer));
      return relayed || carryBrowserCall({ ...environment, agents: this.#options, usage }, call);
    });
    socket.send({ type: 'ended', reason: end.endedReason, message: end.message });
    socket.close();
  }

  #refuseTooMany(organizationId: string): void {
    const ofOne = [...this.#live.values()].filter((one) => one === organizationId).length;
    if (ofOne >= organizationCallsMax) {
      const message = `${organizationCallsMax} browser calls of your organization are in progress. Try again later.`;
      throw new ApiError(429, 'browser_call.too_many', message);
    }
    if (this.#live.size >= processCallsMax || this.#stopping.signal.aborted)
      throw new ApiError(
        503,
        'browser_call.busy',
        'Too many browser calls are in progress. Try again later.',
      );
  }
}

function isLocalPage(origin = ''): boolean {
  return URL.canParse(origin) && /^(localhost|127\..*|\[::1\])$/.test(new URL(origin).hostname);
}

/** Throws a 400 for an offer that no call can use. */
function requireUsable(offer: string): void {
  try {
    readWebOffer(offer);
  } catch (error) {
    if (!(error instanceof WebDescriptionError)) throw error;
    throw invalid('offer', `cannot be used: ${error.message}`);
  }
}

/** Throws a 403 when the session may not read what is known of the customer. */
function requireScopeFor({ customerNumber }: BrowserCallStart, { scopes }: SocketConnection['actor']): void {
  const scope = 'personalization:read';
  if (customerNumber !== null && !scopes.has(scope))
    throw forbidden('scope.missing', `The session lacks the scope ${scope}, which \`customerNumber\` needs.`);
}

/**
 * Returns the published agent or its draft, with the maximum duration limited to that of a browser call. In the middle of
 * its flow, the agent begins with the words of the stage.
 */
function agentOnCall(
  { agentId, version, published, draft }: AgentRecord,
  { draft: isDraft, flow: flowStart }: { draft: boolean; flow: FlowStart | null },
): BrowserCallToCarry['agent'] {
  const usesDraft = isDraft && draft !== null;
  const { limits, conversation, ...configuration } = usesDraft ? draft : published;
  const maxDurationSeconds = Math.min(limits.maxDurationSeconds, callSecondsMax);
  const { durationWarning: warning } = conversation;
  return {
    agentId,
    version: usesDraft ? null : version,
    ...configuration,
    ...(flowStart && { firstMessage: null }),
    limits: { ...limits, maxDurationSeconds },
    conversation: {
      ...conversation,
      waitForCaller: conversation.waitForCaller && flowStart === null,
      durationWarning: warning && warning.beforeSeconds < maxDurationSeconds ? warning : null,
    },
  };
}
