import { setting } from '../kernel/index.ts';

/** The settings of the secret key. */
export const accessSettings = {
  secretKey: setting<string | null>({
    env: 'PARLEY_SECRET_KEY',
    doc: 'The key that encrypts stored secrets and signs API keys. All machines on one database need the same key. A start whose key does not match the database is refused.',
    accepts: 'at least 32 characters',
    default: null,
    defaultWords: 'made at the first start and kept in `<data dir>/secret.key`',
    secret: true,
    parse: (text) => (text === null || text.length >= 32 ? text : undefined),
  }),
};
