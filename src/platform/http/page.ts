import { z } from 'zod';
import { invalid } from '../kernel/index.ts';
import { DateTimeParameter, integerParameter, listParameter } from './schemas.ts';

/** The position after which the next page of a list begins, newest first. */
export interface PagePlace {
  createdAt: string;
  id: string;
}

/** The input of a list verb. */
export interface PageRequest {
  size: number;
  after: PagePlace | null;
}

/** The result of a list verb. */
export interface Page<Item> {
  items: Item[];
  /** The place of the last item, or `null` on the last page. */
  next: PagePlace | null;
}

/** The input of a list verb whose items have names. `null` does not narrow the list. */
export interface NamedPageRequest extends PageRequest {
  search: string | null;
  ids: string[] | null;
}

export const defaultPageSize = 100;

const idsMax = 100;
const searchMax = 100;
const searchWords = { error: `must be 1 to ${searchMax} characters` };

/** The query parameters of every list. */
export const pageParameters = {
  pageSize: integerParameter(1, 1000).optional().describe('Items a page; default 100'),
  pageToken: z
    .string({ error: 'must be given once' })
    .optional()
    .describe('Opaque; taken from `metadata.nextPage`'),
};

/** The query parameters of lists whose items have names. */
export const namedPageParameters = {
  ...pageParameters,
  search: z
    .string({ error: 'must be given once' })
    .trim()
    .min(1, searchWords)
    .max(searchMax, searchWords)
    .optional()
    .describe(
      'Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address',
    ),
  ids: listParameter(z.array(z.string()).max(idsMax, { error: `must be at most ${idsMax} ids` }))
    .optional()
    .describe(`Only the items with these ids, at most ${idsMax}. Unknown ids are ignored`),
};

export const createdAtParameters = {
  createdAtGt: DateTimeParameter.optional().describe('Only what was created after this instant'),
  createdAtLt: DateTimeParameter.optional().describe('Only what was created before this instant'),
};

/** The `metadata` of every list. */
export const PageMetadata = z
  .object({ nextPage: z.url().nullable().describe('Absolute URL of the next page; null on the last one') })
  .meta({ id: 'PageMetadata' });

/** Returns the page request of `pageSize` and `pageToken`. Throws a 400 for a token that this service did not issue. */
export function pageRequest(query: {
  pageSize?: number | undefined;
  pageToken?: string | undefined;
}): PageRequest {
  return {
    size: query.pageSize ?? defaultPageSize,
    after: query.pageToken === undefined ? null : decodeToken(query.pageToken),
  };
}

/** Returns the page request with the filters by name and ids. */
export function namedPageRequest(
  query: Parameters<typeof pageRequest>[0] & { search?: string | undefined; ids?: string[] | undefined },
): NamedPageRequest {
  return { ...pageRequest(query), search: query.search ?? null, ids: query.ids ?? null };
}

/** Returns the page of `size + 1` requested rows. The extra row only shows that more follow. */
export function pageOf<Item>(rows: Item[], size: number, place: (item: Item) => PagePlace): Page<Item> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, next: rows.length > size && last !== undefined ? place(last) : null };
}

/** Returns the absolute URL of the next page: the request's own query with the new token. `null` on the last page. */
export function nextPageUrl(
  baseUrl: string,
  path: string,
  query: Record<string, unknown>,
  next: PagePlace | null,
): string | null {
  if (next === null) return null;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || name === 'pageToken') continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  if (!parameters.has('pageSize')) parameters.set('pageSize', String(defaultPageSize));
  parameters.set('pageToken', Buffer.from(`${next.createdAt} ${next.id}`).toString('base64url'));
  return `${baseUrl}${path}?${parameters}`;
}

function decodeToken(token: string): PagePlace {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z) ([a-z]+_[0-9a-z]{26})$/.exec(
    Buffer.from(token, 'base64url').toString('latin1'),
  );
  if (!match || Number.isNaN(Date.parse(match[1]!))) {
    throw invalid('pageToken', 'is not a token that this service issued');
  }
  return { createdAt: match[1]!, id: match[2]! };
}
