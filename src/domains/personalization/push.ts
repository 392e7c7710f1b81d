import { change, type Scope } from '../../platform/audit/index.ts';
import { Batcher, type Database } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/index.ts';
import type { Push, PushAnswer } from './schemas.ts';
import { type PushItem, pushAll, storePush } from './store.ts';

type PushBatcher = Batcher<PushItem, true>;

/** Pushes per statement. At 64 KB each they amount to 8 MB. */
const itemsMax = 128;

/** Runs one batch at a time, so that of two pushes for one number the later arrival wins. */
export function createPushBatcher(db: Database): PushBatcher {
  return new Batcher({
    async run(items) {
      await pushAll(db, items);
      return items.map(() => true as const);
    },
    itemsMax,
    batchesMax: 1,
  });
}

/** Stores data for the next call from a number. It is durable when this resolves. */
export async function pushPersonalization(
  batcher: PushBatcher,
  scope: Scope,
  input: Push,
): Promise<PushAnswer> {
  const item = { actor: scope.actor, pushId: newId('push'), ...input };
  if (!scope.idempotency) return { success: await batcher.add(item) };
  return change(scope, async (tx) => {
    await storePush(tx, item);
    return {
      result: { success: true as const },
      audit: { verb: 'pushed', type: 'personalization', id: item.pushId, label: null },
    };
  });
}
