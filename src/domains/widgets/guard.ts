import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/http/index.ts';
import { ApiError, notFound, RateLimiter } from '../../platform/kernel/index.ts';
import type { OpenWidget } from './store.ts';

/** Limits per minute. */
const requestsOfAddress = 240;
const chatsOfAddress = 10;
const callsOfAddress = 10;
const callsOfWidget = 120;
const messagesOfAddress = 60;
const chatsOfWidget = 600;
const messagesOfWidget = 6000;
/** Event streams open at the same time. A process has a few thousand for everyone. */
const streamsOfAddress = 50;
const streamsOfWidget = 1000;
const streamAgainSeconds = 5;

interface WidgetGuardOptions {
  find: (token: string) => Promise<OpenWidget | null>;
  /** Default: the system clock. */
  nowMs?: () => number;
}

/** Admits requests from allowed origins within the rate limits. An IPv6 network counts as one address. */
export class WidgetGuard {
  readonly #find: (token: string) => Promise<OpenWidget | null>;
  readonly #nowMs: () => number;
  readonly #requests = new RateLimiter(requestsOfAddress);
  readonly #chats = { address: new RateLimiter(chatsOfAddress), widget: new RateLimiter(chatsOfWidget) };
  readonly #messages = {
    address: new RateLimiter(messagesOfAddress),
    widget: new RateLimiter(messagesOfWidget),
  };

  readonly #calls = { address: new RateLimiter(callsOfAddress), widget: new RateLimiter(callsOfWidget) };
  readonly #streams = {
    address: new OpenStreams(streamsOfAddress),
    widget: new OpenStreams(streamsOfWidget),
  };

  constructor({ find, nowMs = Date.now }: WidgetGuardOptions) {
    this.#find = find;
    this.#nowMs = nowMs;
  }

  /**
   * Returns the widget and sets the CORS headers. Throws 404 for an unknown or disabled widget, 403 for an origin that is not
   * allowed, and 429 over the limit.
   */
  async admit(token: string, request: FastifyRequest, reply: FastifyReply): Promise<OpenWidget> {
    reply.header('cache-control', 'no-store').header('vary', 'origin');
    limit(this.#requests.count(networkOf(request.ip), this.#nowMs()));
    const widget = /^widget_[0-9a-f]{32}$/.test(token) ? await this.#find(token) : null;
    if (!widget) throw notFound('widget');
    const { origin = '' } = request.headers;
    if (!widget.allowedOrigins.includes(origin)) {
      throw new ApiError(
        403,
        'origin.not_allowed',
        "This origin is not among the widget's `allowedOrigins`.",
      );
    }
    reply.header('access-control-allow-origin', origin);
    // The page's script has another origin and must be able to read the response.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return widget;
  }

  countChat({ token }: OpenWidget, { ip }: FastifyRequest): void {
    const nowMs = this.#nowMs();
    limit(this.#chats.address.count(networkOf(ip), nowMs) || this.#chats.widget.count(token, nowMs));
  }

  countCall({ token }: OpenWidget, { ip }: FastifyRequest): void {
    const nowMs = this.#nowMs();
    limit(this.#calls.address.count(networkOf(ip), nowMs) || this.#calls.widget.count(token, nowMs));
  }

  countMessage({ token }: OpenWidget, { ip }: FastifyRequest): void {
    const nowMs = this.#nowMs();
    limit(this.#messages.address.count(networkOf(ip), nowMs) || this.#messages.widget.count(token, nowMs));
  }

  /** Counts an event stream until its response closes. A closed response is not counted, since nothing would uncount it. */
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
  throw new ApiError(429, 'rate_limited', 'Too many requests. Try again after the seconds in Retry-After.', {
    headers,
  });
}

/** Counts open streams by name. */
class OpenStreams {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  isFull(name: string): boolean {
    return (this.#counts.get(name) ?? 0) >= this.#max;
  }

  open(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  close(name: string): void {
    const left = (this.#counts.get(name) ?? 0) - 1;
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }
}
