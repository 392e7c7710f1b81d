import { type Queryable, readStatement } from '../../platform/db/index.ts';

const anyone = readStatement('provider_keys.any', 'select 1 from provider_keys limit 1');

/** Whether any organization of this installation has a key. */
export async function isAnyProviderKey(db: Queryable): Promise<boolean> {
  return (await db.query(anyone)).length > 0;
}
