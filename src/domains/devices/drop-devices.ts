import type { Database } from '../../platform/db/index.ts';
import { followDevices } from '../teams/index.ts';
import { dropBindingsOf } from './store/bindings.ts';

/** Removes the registrations of a process that stops or died. Their members are away, unless they are registered elsewhere. */
export async function dropDevicesOf(db: Database, nodeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const whose = await dropBindingsOf(tx, nodeId);
    const members = new Map(whose.map((one) => [`${one.organizationId} ${one.memberId}`, one]));
    for (const [, { organizationId, memberId }] of [...members].sort())
      await followDevices(tx, organizationId, memberId);
  });
}
