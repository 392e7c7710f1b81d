import type { Exchange } from './client.ts';
import { isJsonObject, type JsonObject } from './compare.ts';
import { fail } from './expect.ts';

/** One page of a list: its items and the address of the next page. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
  /** Null on the last page, whichever way the server marks it. */
  readonly nextPage: string | null;
}

/**
 * Reads a page from an answer. Its array is in `itemsField`, or in the only field with an array. Fails when the answer
 * is no page.
 */
export function pageOf(exchange: Exchange, itemsField?: string): Page {
  if (exchange.status !== 200) fail(exchange, `the status is ${exchange.status} instead of 200`);
  if (!isJsonObject(exchange.json)) fail(exchange, 'the body is not a JSON object');
  const body = exchange.json;
  const field = itemsField ?? Object.keys(body).find((name) => Array.isArray(body[name])) ?? 'items';
  const items = body[field];
  if (!Array.isArray(items)) fail(exchange, `${field} is not an array`);
  const stranger = items.findIndex((item) => !isJsonObject(item));
  if (stranger !== -1) fail(exchange, `${field}[${stranger}] is not an object`);
  const metadata = isJsonObject(body.metadata) ? body.metadata : {};
  const nextPage = metadata.nextPage ?? null;
  if (nextPage !== null && typeof nextPage !== 'string') fail(exchange, 'metadata.nextPage is not a string');
  return { exchange, items, nextPage: nextPage === '' ? null : nextPage };
}

/**
 * Follows `nextPage` from the first page to the last. Fails when a page repeats, and after `pagesMax` pages, so that an
 * endless list ends.
 */
export async function walkPages(
  first: Page,
  follow: (url: string) => Promise<Page>,
  pagesMax = 1000,
): Promise<Page[]> {
  const pages = [first];
  const visited = new Set<string>();
  for (let page = first; page.nextPage !== null; pages.push(page)) {
    if (visited.has(page.nextPage)) fail(page.exchange, `nextPage leads back to ${page.nextPage}`);
    if (pages.length >= pagesMax) fail(page.exchange, `there are more than ${pagesMax} pages`);
    visited.add(page.nextPage);
    page = await follow(page.nextPage);
  }
  return pages;
}

/** Returns the items of all pages, in order. */
export function itemsOf(pages: readonly Page[]): JsonObject[] {
  return pages.flatMap((page) => [...page.items]);
}
