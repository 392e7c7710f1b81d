import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, networkOf, notFound, RateLimiter } from '../../platform/kernel/index.ts';
import { OpenStreams } from './open-streams.ts';
import type { OpenWidget } from './store.ts';

/** In a minute: requests of one address, chats and messages of one address, and chats and messages of one widget. */
const requestsOfAddress = 240;
const chatsOfAddress = 10;
const messagesOfAddress = 60;
const chatsOfWidget = 600;
const messagesOfWidget = 6000;
/** Streams of events that are open at one time: a process has a few thousand for all. */
const streamsOfAddress = 50;
const streamsOfWidget = 1000;
const streamAgainSeconds = 5;

interface DoorkeeperOptions {
  find: (token: string) => Promise<OpenWidget | null>;
  /** The clock's when left out. */
  nowMs?: () => number;
}

/** Lets in who comes from a page that may hold the widget, and not too often. A network of IPv6 counts as one address. */
export class Doorkeeper {
  readonly #find: (token: string) => Promise<OpenWidget | null>;
  readonly #nowMs: () => number;
  readonly #requests = new RateLimiter(requestsOfAddress);
  readonly #chats = { address: new RateLimiter(chatsOfAddress), widget: new RateLimiter(chatsOfWidget) };
  readonly #messages = {
    address: new RateLimiter(messagesOfAddress),
    widget: new RateLimiter(messagesOfWidget),
  };

  readonly #streams = {
    address: new OpenStreams(streamsOfAddress),
    widget: new OpenStreams(streamsOfWidget),
  };

  constructor({ find, nowMs = Date.now }: DoorkeeperOptions) {
    this.#find = find;
    this.#nowMs = nowMs;
  }

  /**
   * The widget, where the request is one of its pages', whose browser is told that it may read the answer; throws an
   * ApiError where it is not. A widget that there is not, or that is switched off, is unknown.
   */
  async admit(token: string, request: FastifyRequest, reply: FastifyReply): Promise<OpenWidget> {
    reply.header('cache-control', 'no-store').header('vary', 'origin');
    limit(this.#requests.count(networkOf(request.ip), this.#nowMs()));
    const widget = /^widget_[0-9a-f]{32}$/.test(token) ? await this.#find(token) : null;
    if (!widget) throw notFound('widget');
    const { origin = '' } = request.headers;
    if (!widget.allowedOrigins.includes(origin)) {
      throw new ApiError(403, 'origin.not_allowed', 'The widget is not meant for pages of this origin.');
    }
    reply.header('access-control-allow-origin', origin);
    // The page's script is another origin's: it may read what it is given here.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return widget;
  }

  countChat({ token }: OpenWidget, { ip }: FastifyRequest): void {
    const nowMs = this.#nowMs();
    limit(this.#chats.address.count(networkOf(ip), nowMs) || this.#chats.widget.count(token, nowMs));
  }

  countMessage({ token }: OpenWidget, { ip }: FastifyRequest): void {
    const nowMs = this.#nowMs();
    limit(this.#messages.address.count(networkOf(ip), nowMs) || this.#messages.widget.count(token, nowMs));
  }

  /** Counts a stream of events until its answer is over; what is over already would be counted for ever. */
  openStream({ token }: OpenWidget, { ip }: FastifyRequest, { raw }: FastifyReply): void {
    if (raw.closed) return;
    const { address, widget } = this.#streams;
    const network = networkOf(ip);
    if (address.isFull(network) || widget.isFull(token)) limit(streamAgainSeconds);
    address.open(network);
    widget.open(token);
    raw.once('close', () => {
      address.close(network);
      widget.close(token);
    });
  }
}

function limit(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  const headers = { 'retry-after': String(waitSeconds) };
  throw new ApiError(429, 'rate_limited', 'Too many requests; try again in a while.', { headers });
}
