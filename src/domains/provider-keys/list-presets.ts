import { setTimeout } from 'node:timers/promises';
import { isOwnServer, type PresetKey, presetsOf } from '../../conversation/providers/presets/index.ts';
import type { ProviderLists } from '../../conversation/providers/registry.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { findProviderCredentials } from './read.ts';
import type { AgentPresetList } from './schemas.ts';
import { selectProviderKeys } from './store.ts';

const keysMax = 1_000;
/** A server that hangs must not delay the presets of vendors. */
const ownServerMs = 2_000;

/** Returns a preset for each wish, with the keys that the organization has stored. */
export async function listPresets(
  where: { db: Queryable; secret: SecretKey; organizationId: string; open(): Promise<ProviderLists> },
  language: string,
): Promise<AgentPresetList> {
  const { db, organizationId } = where;
  const stored = await selectProviderKeys(db, organizationId, { size: keysMax, after: null });
  const keys = stored.map(({ provider, name, baseUrl, region }) => ({ provider, name, baseUrl, region }));
  const own = keys.find(isOwnServer);
  const presets = presetsOf({ keys, language, ownModel: own ? await ownModelOf(where, own) : null });
  return { presets } as AgentPresetList;
}

/** Returns the first model that a server of the organization lists. `null` when it does not answer. */
async function ownModelOf(
  { db, secret, organizationId, open }: Parameters<typeof listPresets>[0],
  { provider, name }: PresetKey,
): Promise<{ key: string | null; model: string } | null> {
  const key = await findProviderCredentials(db, secret, organizationId, provider, name);
  if (key === null) return null;
  const list = (await open()).of('models', provider, key);
  // A late list is remembered for the next request.
  const answer = await Promise.race([list, setTimeout(ownServerMs, null, { ref: false })]);
  const model = answer?.items.find(({ kinds }) => kinds.includes('languageModel'));
  return model ? { key: name, model: model.id } : null;
}
