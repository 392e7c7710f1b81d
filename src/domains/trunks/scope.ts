import type { SecretKey } from '../../platform/access/index.ts';
import type { Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';

/** A scope for changes of trunks, with the notifier of changes and the key that seals passwords. */
export type TrunkScope = Scope & { notifier: Notifier; secret: SecretKey };
