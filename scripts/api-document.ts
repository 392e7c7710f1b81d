import { apiRoutes, describeApi, importWorker, linkReaderRoutes, signInRoutes } from '../src/app.ts';
import { LiveCalls } from '../src/domains/calls/index.ts';
import { EventHub } from '../src/domains/events/index.ts';
import { PresenceFeed } from '../src/domains/teams/presence-feed.ts';
import { AccessState, SecretKey } from '../src/platform/access/index.ts';
import { Database, Notifier } from '../src/platform/db/index.ts';
import { withSamples } from '../src/platform/docs-site/reference/with-samples.ts';
import type { OpenApiDocument, Route } from '../src/platform/http/index.ts';
import { silentLog } from '../src/platform/kernel/index.ts';

/**
 * Returns every operation, without a database. The handlers' dependencies are created and never started, so nothing
 * connects. The handlers must not be called.
 */
export function declaredRoutes(): Route[] {
  const db = new Database({
    connectionString: 'postgres://nowhere.invalid/none',
    applicationName: 'parley openapi',
    connectionsMax: 1,
    log: silentLog,
  });
  const notifier = new Notifier(db, silentLog);
  const foundation = {
    db,
    notifier,
    secret: new SecretKey('only for declaring operations; it signs nothing'),
    access: new AccessState(db, notifier, silentLog),
    log: silentLog,
    imports: importWorker({ db, notifier, log: silentLog }),
    eventHub: new EventHub(db, silentLog),
    liveCalls: new LiveCalls(db, silentLog),
    presenceFeed: new PresenceFeed(db, silentLog),
    egressAllow: [],
    recordingsDir: 'recordings',
  };
  return [...apiRoutes(foundation), ...signInRoutes(foundation, null), ...linkReaderRoutes(foundation)];
}

/** Returns the OpenAPI document that the program serves, with examples and code samples. */
export function apiDocument(): OpenApiDocument {
  return withSamples(describeApi(declaredRoutes()));
}
