import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';

/** The kinds of results, in the order of the answer. A word that is the name of a campaign is also in the data of its calls. */
export const resultKinds = [
  'campaign',
  'agent',
  'workflow',
  'customer',
  'call',
  'phone-number',
  'trunk',
  'knowledge-source',
  'schedule',
  'team',
  'member',
  'view',
  'chat',
] as const;
export type ResultKind = (typeof resultKinds)[number];

/** The most results of a kind. */
export const resultsMax = 5;

const queryMax = 100;
const queryWords = { error: `must be 1 to ${queryMax} characters` };

export const SearchQuery = z.object({
  query: z
    .string({ error: (issue) => (Array.isArray(issue.input) ? 'must be given once' : 'is required') })
    .trim()
    .min(1, queryWords)
    .max(queryMax, queryWords)
    .describe(
      'A part of a name, an id, or a telephone number in any common format. Calls and customers are also found by the last 4 to 6 digits of the number, and by names: words with which words of the variables or of the extracted data of calls begin. Chats are found by their id and by the beginning of `customerUniqueId`',
    ),
});

export const SearchResult = z
  .object({
    kind: z.enum(resultKinds),
    id: z.string().describe('The id of the resource. For a customer, the number in E.164 form'),
    name: z
      .string()
      .describe(
        "The name of the resource, or its number. For a call, the customer's number. For a customer, the name, otherwise the number. For a chat, `customerUniqueId`",
      ),
    detail: z
      .string()
      .nullable()
      .describe(
        'What distinguishes results of one name: the ended reason of a call or its status, the `state` of a campaign, the host of a trunk, the e-mail address of a member, the number of a customer with a name',
      ),
    createdAt: DateTime.nullable().describe('When a call or a chat was created. Null for other kinds'),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.output<typeof SearchResult>;

export const SearchResults = z.object({ results: z.array(SearchResult) }).meta({ id: 'SearchResults' });
