import type { SecretKey } from '../../platform/access/index.ts';
import type { Database, Notifier } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import type { Log } from '../../platform/kernel/index.ts';

/** What runs need. */
export interface RunParts {
  db: Database;
  notifier: Notifier;
  secret: SecretKey;
  log: Log;
  /** Opens egress with the first run. */
  openEgress: () => Promise<Egress>;
  /** Replaces the addresses of vendors (`PARLEY_CARRIER_TEST_URL`). */
  testUrl: string | null;
  /** How often the runner looks for runs of processes that died; 5 s by default. */
  pollMs?: number;
  /** The wait before a step is tried again, which doubles; 2 s by default. */
  retrySeconds?: number;
}
