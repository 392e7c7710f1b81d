import { connect, type Socket } from 'node:net';
import type { TurnLatency } from '../../conversation/pipeline/index.ts';
import { type FieldError, fairTimeout } from '../../platform/kernel/index.ts';
import { linkVersion } from '../../platform/nodes/index.ts';
import type { AgentConfiguration, FlowStart } from '../agents/index.ts';
import type { CallEnd, CallUsage, TranscriptEntry } from '../calls/index.ts';

/** What is said and done in a browser call. An index that was sent before replaces its entry or turn. */
export type BrowserCallProgress =
  | { type: 'entry'; index: number; entry: TranscriptEntry }
  | { type: 'removed'; from: number }
  | { type: 'turn'; index: number; turn: TurnLatency }
  /** The agent pressed these keys. */
  | { type: 'keys'; digits: string };

/** A browser call for the process that carries its audio. */
export interface BrowserCallToCarry {
  browserCallId: string;
  organizationId: string;
  /** The published agent or its draft, whose `version` is `null`. */
  agent: AgentConfiguration & { agentId: string; version: number | null };
  variables: Record<string, unknown>;
  /** The customer whose part the caller plays, in E.164; `null` for none. */
  customerNumber: string | null;
  /** Where the agent's flow begins; `null` for its first stage. */
  flowStart: FlowStart | null;
}

/** From the API to the process that carries the call. */
export type LinkCommand =
  | { type: 'start'; call: BrowserCallToCarry }
  | { type: 'key'; digit: string }
  /** Ends the call with this message. */
  | { type: 'stop'; message: string };

/** From the process that carries the call to the API. */
export type LinkReport =
  /** The process awaits `start`. */
  | { type: 'joined' }
  /** The browser has connected and the agent is ready. */
  | { type: 'connected' }
  /** The browser did not connect. Nothing follows. */
  | { type: 'unconnected'; why: string }
  /** The agent cannot speak. Nothing follows. */
  | { type: 'refused'; code: string; error: string; details?: FieldError[] }
  | { type: 'progress'; progress: BrowserCallProgress }
  /** The usage of providers so far. */
  | { type: 'usage'; usage: CallUsage[] }
  /** The call is over. Nothing follows. */
  | { type: 'over'; end: CallEnd };

/** Where a process is reached, and the token that it asks for. */
export interface LinkPlace {
  address: string;
  token: string;
}

const lineBytesMax = 8_000_000;
const connectMsMax = 1000;

/**
 * The connection between the API and the process that carries the audio of a browser call: a message of JSON a line, in both
 * directions. A line that is not JSON, or too long, closes it.
 */
export class BrowserLink<Out extends LinkCommand | LinkReport, In extends LinkCommand | LinkReport> {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #bytes = 0;
  #onMessage: (message: In) => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => this.#take(bytes));
  }

  /** Calls `take` with each message from now on. Earlier ones are dropped. */
  listen(take: (message: In) => void): void {
    this.#onMessage = take;
  }

  send(message: Out): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** Closes the connection after what was sent. */
  close(): void {
    this.#socket.end();
  }

  #take(bytes: Buffer): void {
    let rest = bytes;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, end)]).toString();
      this.#parts = [];
      this.#bytes = 0;
      rest = rest.subarray(end + 1);
      if (!this.#pass(line)) return void this.#socket.destroy();
    }
    this.#parts.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes > lineBytesMax) this.#socket.destroy();
  }

  #pass(line: string): boolean {
    let message: In;
    try {
      message = JSON.parse(line) as In;
    } catch {
      return false;
    }
    this.#onMessage(message);
    return true;
  }
}

/**
 * Connects to the process that carries a browser call, and resolves when it has joined; `null` when it is not reached in time or
 * does not have the call, or has another version of the connection.
 */
export async function joinBrowserCall(
  { address, token }: LinkPlace,
  { organizationId, browserCallId: callId }: Pick<BrowserCallToCarry, 'organizationId' | 'browserCallId'>,
): Promise<BrowserLink<LinkCommand, LinkReport> | null> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
  const link = new BrowserLink<LinkCommand, LinkReport>(socket);
  socket.write(`${JSON.stringify({ version: linkVersion, token, organizationId, callId })}\n`);
  const notLate = fairTimeout(connectMsMax, () => socket.destroy());
  const joined = new Promise<boolean>((resolve) => {
    link.listen(({ type }) => resolve(type === 'joined'));
    void link.closed.then(() => resolve(false));
  });
  const isJoined = await joined;
  notLate();
  if (isJoined) return link;
  socket.destroy();
  return null;
}
