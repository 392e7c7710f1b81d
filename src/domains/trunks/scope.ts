import type { SecretKey } from '../../platform/access/index.ts';
import type { Scope } from '../../platform/audit/index.ts';
import type { Notifier } from '../../platform/db/index.ts';

/** What a verb that changes a trunk is handed: also who is told of the change, and what seals passwords. */
export type TrunkScope = Scope & { notifier: Notifier; secret: SecretKey };
