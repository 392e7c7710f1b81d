import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { readFeed } from './feed.ts';
import { EventFeed, EventQuery, EventStreamQuery } from './schemas.ts';
import { type EventHub, streamEvents } from './stream/index.ts';

const eventTag = 'Events';

const description = `For polling: every event, in the same order as webhooks, which is the order of changes for each
resource. Continue with \`after\` set to \`metadata.next\`: nothing is missed or repeated, whatever is stored meanwhile.
An event becomes visible when all changes in progress at its storage have finished, usually within milliseconds. It is
kept as long as the organization configures (\`retention.eventsDays\`, 30 by default). Entries of the audit log
(\`audit.entry\`) require a key that also holds \`audit:export\`.`;

const streamDescription = `For following, for example by web pages: server-sent events (\`text/event-stream\`). Each carries an event
of \`GET /api/events\` as its \`data\`, and a position as its \`id\`. A client that reconnects with it as Last-Event-ID, as
browsers do, misses nothing. An event arrives about 0.2 s after its change. A quiet stream sends a keep-alive every 15 s.
The stream is closed for a reader that is more than 1 MB behind, and when its key or session ends. Entries of the audit
log (\`audit.entry\`) require a key that also holds \`audit:export\`.`;

export function eventRoutes({ db, eventHub }: { db: Database; eventHub: EventHub }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/events',
      operationId: 'readEvents',
      tag: eventTag,
      summary: 'Read events in order',
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
      summary: 'Stream events as they happen',
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
