import { resolve } from 'node:path';

/**
 * The launcher's compile cache. Tests that start processes without the launcher use it too, so that they need not
 * compile again.
 */
export const compileCache = resolve(import.meta.dirname, '../../node_modules/.cache/parley');
