import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { readFeed } from './feed.ts';
import { EventFeed, EventQuery, EventStreamQuery } from './schemas.ts';
import { type EventHub, streamEvents } from './stream/index.ts';

const eventTag = 'Events';

const description = `For those who poll: every event, in the order that webhooks keep too, which is the order of changes for
each thing that events are about. Go on with \`after\` set to \`metadata.next\`: nothing is missed and nothing comes twice,
whatever is stored meanwhile. An event is there as soon as every change is done that was under way when it was stored,
usually within milliseconds, and kept for as long as the organization says (\`retention.eventsDays\`, 30 by default).
Entries of the audit log (\`audit.entry\`) are for keys that also hold \`audit:export\`.`;

const streamDescription = `For those who follow, such as pages: server-sent events (\`text/event-stream\`), each with an event
as \`GET /api/events\` has it as its \`data\`, and with a place as its \`id\`: whoever comes back with it as Last-Event-ID, as
browsers do by themselves, misses nothing. An event is there some 0.2 s after its change. A quiet stream gives a sign each 15 s; a
reader who is more than 1 MB behind is cut off, and goes on when it comes back; so is everyone whose key or session is over.
Entries of the audit log (\`audit.entry\`) are for keys that also hold \`audit:export\`.`;

export function eventRoutes({ db, eventHub }: { db: Database; eventHub: EventHub }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/events',
      operationId: 'readEvents',
      tag: eventTag,
      summary: 'Read what happened, in order',
      description,
      scope: 'events:read',
      furtherScopes: ['audit:export'],
      query: EventQuery,
      output: EventFeed,
      status: 200,
      handle: (context, { query }) => readFeed({ db, ...context }, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/events/stream',
      operationId: 'streamEvents',
      tag: eventTag,
      summary: 'Follow what happens, as it happens',
      description: streamDescription,
      scope: 'events:read',
      furtherScopes: ['audit:export'],
      query: EventStreamQuery,
      outputContentType: 'text/event-stream',
      status: 200,
      handle: (context, { query }) => streamEvents({ db, hub: eventHub, ...context }, query),
    }),
  ];
}
