import type { ReadScope } from '../../platform/audit/index.ts';
import type { Personalization } from './schemas.ts';
import { upcomingFor } from './state.ts';
import { findPush } from './store.ts';

/** Returns what the next call from a number will use. `phoneNumber` is E.164. */
export async function getPersonalization(scope: ReadScope, phoneNumber: string): Promise<Personalization> {
  return upcomingFor(phoneNumber, await findPush(scope.db, scope.actor.organizationId, phoneNumber));
}
