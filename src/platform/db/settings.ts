import { setting } from '../kernel/index.ts';
import { isDatabaseUrl } from './host-urls.ts';

/** The settings of the database. */
export const databaseSettings = {
  databaseUrl: setting<string | null>({
    env: 'DATABASE_URL',
    doc: 'An external PostgreSQL (15 or newer) instead of the embedded one. With several hosts (`a:5432,b:5432`), connections go to the primary. Parley uses session-level features, so a transaction pooler in between does not work.',
    accepts: 'a URL such as postgres://user:password@host:5432/database',
    default: null,
    defaultWords: 'the embedded database',
    secret: true,
    parse: (text) => (text === null || isDatabaseUrl(text) ? text : undefined),
  }),
};
