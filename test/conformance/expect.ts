import type { Exchange } from './client.ts';
import { differenceBetween, isJsonObject, type JsonObject, shorten } from './compare.ts';

/** A check found a violation of its rule. */
export class CheckFailure extends Error {
  readonly exchange: Exchange | null;

  constructor(message: string, exchange: Exchange | null) {
    super(message);
    this.name = 'CheckFailure';
    this.exchange = exchange;
  }
}

/** A check cannot run here. The message says why. */
export class CheckSkipped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CheckSkipped';
  }
}

/** Fails the check, with the exchange that shows the violation. */
export function fail(exchange: Exchange | null, message: string): never {
  throw new CheckFailure(message, exchange);
}

/** Skips the check. */
export function skip(reason: string): never {
  throw new CheckSkipped(reason);
}

/** Expects the condition to be true. */
export function expectThat(exchange: Exchange, condition: boolean, message: string): asserts condition {
  if (!condition) fail(exchange, message);
}

/** Expects one of these statuses. */
export function expectStatus(exchange: Exchange, ...statuses: number[]): void {
  if (!statuses.includes(exchange.status)) {
    fail(exchange, `the status is ${exchange.status} instead of ${statuses.join(' or ')}`);
  }
}

/** Expects a status from 200 to 299. */
export function expectSuccess(exchange: Exchange): void {
  expectThat(
    exchange,
    exchange.status >= 200 && exchange.status < 300,
    `the status is ${exchange.status} instead of a success`,
  );
}

/** Expects a refusal of this request: a status from 400 to 499, except those that refuse any request of the client. */
export function expectRefusal(exchange: Exchange): void {
  const { status } = exchange;
  const refused = status >= 400 && status < 500 && ![401, 403, 429].includes(status);
  expectThat(exchange, refused, `the status is ${status} instead of a refusal of this input (400 to 499)`);
}

/** Returns the body, which must be a JSON object. */
export function bodyOf(exchange: Exchange): JsonObject {
  if (!isJsonObject(exchange.json)) fail(exchange, 'the body is not a JSON object');
  return exchange.json;
}

/** Expects both JSON values to be deeply equal. */
export function expectEqual(exchange: Exchange, actual: unknown, expected: unknown, what: string): void {
  const difference = differenceBetween(actual, expected, what);
  if (difference !== null) fail(exchange, difference);
}

/** Returns a string that must be present and not empty. */
export function textOf(exchange: Exchange, value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') fail(exchange, `${what} is ${shorten(value)}, not a text`);
  return value;
}

/** Returns an array that must be present. */
export function arrayOf(exchange: Exchange, value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) fail(exchange, `${what} is ${shorten(value)}, not an array`);
  return value;
}

/** Returns an object that must be present. */
export function objectOf(exchange: Exchange, value: unknown, what: string): JsonObject {
  if (!isJsonObject(value)) fail(exchange, `${what} is ${shorten(value)}, not an object`);
  return value;
}

/** Expects a 400 whose `error` is `<field>: <message>` for this field. */
export function expectFieldError(exchange: Exchange, field: string): void {
  expectStatus(exchange, 400);
  const error = textOf(exchange, bodyOf(exchange).error, 'error');
  const message = error.startsWith(`${field}: `) ? error.slice(field.length + 2) : '';
  expectThat(exchange, message.trim() !== '', `error is ${shorten(error)} instead of "${field}: <message>"`);
}

/** Calls the probe until it returns something other than null. Returns null when the time is over. */
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
