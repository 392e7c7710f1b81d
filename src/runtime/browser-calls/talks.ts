import { type WebSocket, WebSocketServer } from 'ws';
import { type AgentRecord, findAgent } from '../../domains/agents/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { parseInput, type SocketConnection } from '../../platform/http/index.ts';
import { ApiError, monotonicMs, notFound } from '../../platform/kernel/index.ts';
import type { AgentEnvironment, PreparedAgent } from '../agent-runtime/index.ts';
import { carryTalk } from './carry-talk.ts';
import { TalkStart } from './messages.ts';
import { recorded } from './recorded.ts';
import { TalkSocket } from './talk-socket.ts';

/** Talks of one process, and of one organization in it. */
const talksMax = 8;
const talksOfOrganizationMax = 2;
/** What an agent's own limit is cut to. */
const talkSecondsMax = 600;
/** How long a browser may take to say with whom it talks. */
const startWithinMs = 10_000;
const messageBytesMax = 32_768;

interface TalksOptions extends AgentEnvironment {
  db: Database;
}

/** The talks with agents that go on in this process, each over a WebSocket of a browser. */
export class Talks implements AsyncDisposable {
  readonly #options: TalksOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
  });
  readonly #stopping = new AbortController();
  /** The organizations of the talks that go on. */
  readonly #live = new Map<Promise<void>, string>();

  constructor(options: TalksOptions) {
    this.#options = options;
  }

  /** Completes the handshake and carries the talk on; resolves when the connection is a WebSocket. */
  async accept(connection: SocketConnection): Promise<void> {
    const accepted = await this.#upgrade(connection);
    const browser = new TalkSocket(accepted, monotonicMs, connection.log);
    try {
      this.#refuseTooMany(connection.actor.organizationId);
    } catch (error) {
      browser.refuse(error);
      return;
    }
    const talk = this.#talk(connection, browser).catch((error: unknown) => browser.refuse(error));
    this.#live.set(talk, connection.actor.organizationId);
    void talk.then(() => this.#live.delete(talk));
  }

  /** Ends all talks. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#live.keys());
  }

  /** Rejects where the handshake is none of RFC 6455, or the browser leaves in the middle of it. */
  #upgrade({ request, socket, head }: SocketConnection): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const refuse = (message: string) => reject(new ApiError(400, 'talk.handshake', message));
      const onError = (error: Error) => refuse(error.message);
      socket.once('close', () => refuse('The handshake did not come to its end.'));
      // Said before handleUpgrade returns; what it answers by itself is followed by a close.
      this.#server.once('wsClientError', onError);
      this.#server.handleUpgrade(request, socket, head, resolve);
      this.#server.off('wsClientError', onError);
    });
  }

  async #talk({ actor, log, isStillAllowed }: SocketConnection, socket: TalkSocket): Promise<void> {
    const { db } = this.#options;
    const start = parseInput(TalkStart, await socket.first(startWithinMs), 'message');
    const record = await findAgent(db, actor.organizationId, start.agentId);
    if (!record) throw notFound('agent');
    const agent = talkingAgent(record, start.draft);
    const { organizationId } = actor;
    const environment = { agents: this.#options, socket, isStillAllowed, stopping: this.#stopping.signal };
    const scope = { db, actor, log: log.child({ organizationId }) };
    const end = await recorded(scope, agent, ({ talkId, usage }) =>
      carryTalk(
        { ...environment, usage, log: scope.log.child({ talkId }) },
        { talkId, organizationId, agent, variables: start.variables },
      ),
    );
    socket.tell({ type: 'ended', reason: end.endedReason, message: end.message });
    socket.close();
  }

  #refuseTooMany(organizationId: string): void {
    const ofOne = [...this.#live.values()].filter((one) => one === organizationId).length;
    if (ofOne >= talksOfOrganizationMax) {
      const message = `${talksOfOrganizationMax} browser calls of your organization are in progress. Try again later.`;
      throw new ApiError(429, 'talk.too_many', message);
    }
    if (this.#live.size >= talksMax || this.#stopping.signal.aborted)
      throw new ApiError(503, 'talk.busy', 'Too many browser calls are in progress. Try again later.');
  }
}

/** The agent as it is talked to; nobody talks for hours. */
function talkingAgent(
  { agentId, version, published, draft }: AgentRecord,
  isDraft: boolean,
): PreparedAgent['agent'] {
  const isOfDraft = isDraft && draft !== null;
  const { limits, conversation, ...configuration } = isOfDraft ? draft : published;
  const maxDurationSeconds = Math.min(limits.maxDurationSeconds, talkSecondsMax);
  const { durationWarning: warning } = conversation;
  return {
    agentId,
    version: isOfDraft ? null : version,
    ...configuration,
    limits: { ...limits, maxDurationSeconds },
    conversation: {
      ...conversation,
      durationWarning: warning && warning.beforeSeconds < maxDurationSeconds ? warning : null,
    },
  };
}
