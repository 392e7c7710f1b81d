import { setting } from '../kernel/index.ts';

/** The settings of the database. */
export const databaseSettings = {
  databaseUrl: setting<string | null>({
    env: 'DATABASE_URL',
    doc: 'An external PostgreSQL (15 or newer) instead of the embedded one. Parley uses session-level features, so a transaction pooler in between does not work.',
    accepts: 'a URL such as postgres://user:password@host:5432/database',
    default: null,
    defaultWords: 'the embedded database',
    secret: true,
    parse: (text) => (text === null || /^postgres(ql)?:\/\/\S+$/.test(text) ? text : undefined),
  }),
};
