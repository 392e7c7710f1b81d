import { setting } from '../kernel/index.ts';

/** The settings of a process among others. */
export const nodeSettings = {
  requireSynchronous: setting({
    env: 'PARLEY_REQUIRE_SYNCHRONOUS',
    doc: 'Whether this process dials only while the database replicates synchronously. If so, it claims no calls while a commit waits for no standby. See [failover](deployment.md#failover-of-the-database).',
    accepts: 'true or false',
    default: 'false',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  }),
};
