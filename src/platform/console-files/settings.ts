import { setting } from '../kernel/index.ts';

/** The settings of the console. */
export const consoleSettings = {
  console: setting({
    env: 'PARLEY_CONSOLE',
    doc: 'Whether the service serves the console at `/`. The console is built once, after the start, unless it was built ahead.',
    accepts: 'on or off',
    default: 'on',
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  }),
};
