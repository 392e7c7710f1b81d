import type { Database } from '../db/index.ts';
import { defineRoute, type Route } from '../http/index.ts';
import { readFeed } from './feed.ts';
import { EventFeed, EventQuery } from './schemas.ts';

export const eventTag = 'Events';

const description = `For those who poll: every event, in the order that webhooks keep too, which is the order of changes for
each thing that events are about. Go on with \`after\` set to \`metadata.next\`: nothing is missed and nothing comes twice,
whatever is stored meanwhile. An event is there as soon as every change is done that was under way when it was stored,
usually within milliseconds, and kept for as long as the organization says (\`retention.eventsDays\`, 30 by default).
Entries of the audit log (\`audit.entry\`) are for keys that also hold \`audit:export\`.`;

export function eventRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/events',
      operationId: 'readEvents',
      tag: eventTag,
      summary: 'Read what happened, in order',
      description,
      scope: 'events:read',
      query: EventQuery,
      output: EventFeed,
      status: 200,
      handle: (context, { query }) => readFeed({ db, ...context }, query),
    }),
  ];
}
