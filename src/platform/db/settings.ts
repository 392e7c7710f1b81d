import { setting } from '../kernel/index.ts';
import { isDatabaseUrl, joinUrls } from './host-urls.ts';

/** The settings of the database. */
export const databaseSettings = {
  databaseUrl: setting<string | null>({
    env: 'DATABASE_URL',
    doc: 'An external PostgreSQL (15 or newer) instead of the embedded one. With several hosts (`a:5432,b:5432`), connections go to the primary. A pooler in transaction mode also needs `DATABASE_DIRECT_URL`.',
    accepts: 'a URL such as postgres://user:password@host:5432/database',
    default: null,
    defaultWords: 'the embedded database',
    secret: true,
    parse: (text) => (text === null || isDatabaseUrl(text) ? text : undefined),
  }),
  databaseDirectUrl: setting<string | null>({
    env: 'DATABASE_DIRECT_URL',
    doc: 'The database behind the pooler of `DATABASE_URL`, with the same role. Set it when that pooler (PgBouncer) is in transaction mode. Notifications, locks of sessions and migrations pass by the pooler. See [a pooler](deployment.md#a-pooler).',
    accepts: 'a URL such as postgres://user:password@host:5432/database',
    default: null,
    defaultWords: 'no pooler',
    secret: true,
    parse: (text) => (text === null || isDatabaseUrl(text) ? text : undefined),
  }),
};

/** Returns the URL of an external database with its direct URL, or null for the embedded one. */
export function externalDatabase(settings: {
  databaseUrl: string | null;
  databaseDirectUrl: string | null;
}): string | null {
  const { databaseUrl, databaseDirectUrl } = settings;
  return databaseUrl === null ? null : joinUrls(databaseUrl, databaseDirectUrl);
}
