import type { Exchange } from './client.ts';
import { differenceBetween, isJsonObject, type JsonObject, shorten } from './compare.ts';

/** A check found that the server does otherwise than it should. */
export class CheckFailure extends Error {
  readonly exchange: Exchange | null;

  constructor(message: string, exchange: Exchange | null) {
    super(message);
    this.name = 'CheckFailure';
    this.exchange = exchange;
  }
}

/** A check cannot be made here; the message says why. */
export class CheckSkipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CheckSkipped';
  }
}

/** Ends the check as failed, with the exchange that shows it. */
export function fail(exchange: Exchange | null, message: string): never {
  throw new CheckFailure(message, exchange);
}

/** Ends the check as one that cannot be made. */
export function skip(reason: string): never {
  throw new CheckSkipped(reason);
}

/** Holds that the condition is true. */
export function expectThat(exchange: Exchange, condition: boolean, message: string): asserts condition {
  if (!condition) fail(exchange, message);
}

/** Holds that the status is one of those given. */
export function expectStatus(exchange: Exchange, ...statuses: number[]): void {
  if (!statuses.includes(exchange.status)) {
    fail(exchange, `the status is ${exchange.status} instead of ${statuses.join(' or ')}`);
  }
}

/** Holds that the status lies in 200..299. */
export function expectSuccess(exchange: Exchange): void {
  expectThat(
    exchange,
    exchange.status >= 200 && exchange.status < 300,
    `the status is ${exchange.status} instead of a success`,
  );
}

/**
 * Holds that the request was refused as the client's mistake: a status in 400..499, but none of those that
 * would refuse any request from this client, good or bad.
 */
export function expectRefusal(exchange: Exchange): void {
  const { status } = exchange;
  const refused = status >= 400 && status < 500 && ![401, 403, 429].includes(status);
  expectThat(exchange, refused, `the status is ${status} instead of a refusal of this input (400 to 499)`);
}

/** The body, which must be a JSON object. */
export function bodyOf(exchange: Exchange): JsonObject {
  if (!isJsonObject(exchange.json)) fail(exchange, 'the body is not a JSON object');
  return exchange.json;
}

/** Holds that both JSON values are deeply equal. */
export function expectEqual(exchange: Exchange, actual: unknown, expected: unknown, what: string): void {
  const difference = differenceBetween(actual, expected, what);
  if (difference !== null) fail(exchange, difference);
}

/** A string that must be there and not be empty. */
export function textOf(exchange: Exchange, value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') fail(exchange, `${what} is ${shorten(value)}, not a text`);
  return value;
}

/** An array that must be there. */
export function arrayOf(exchange: Exchange, value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) fail(exchange, `${what} is ${shorten(value)}, not an array`);
  return value;
}

/** An object that must be there. */
export function objectOf(exchange: Exchange, value: unknown, what: string): JsonObject {
  if (!isJsonObject(value)) fail(exchange, `${what} is ${shorten(value)}, not an object`);
  return value;
}

/** Holds that the answer is a 400 whose `error` is `<field>: <message>` for the given field. */
export function expectFieldError(exchange: Exchange, field: string): void {
  expectStatus(exchange, 400);
  const error = textOf(exchange, bodyOf(exchange).error, 'error');
  const message = error.startsWith(`${field}: `) ? error.slice(field.length + 2) : '';
  expectThat(exchange, message.trim() !== '', `error is ${shorten(error)} instead of "${field}: <message>"`);
}

/** Calls the probe until it gives something else than null, or null at last when the time is over. */
export async function poll<T>(
  probe: () => Promise<T | null>,
  timeoutMs: number,
  intervalMs = 100,
): Promise<T | null> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== null) return found;
    if (performance.now() >= deadlineMs) return null;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
