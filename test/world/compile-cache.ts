import { resolve } from 'node:path';

/** Where the launcher keeps what it has compiled: processes that tests start without it need not compile it again. */
export const compileCache = resolve(import.meta.dirname, '../../node_modules/.cache/parley');
