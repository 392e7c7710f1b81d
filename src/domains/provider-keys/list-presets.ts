import { setTimeout } from 'node:timers/promises';
import { ownServerKey, presetsOf } from '../../conversation/providers/presets/index.ts';
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
  const own = ownServerKey(keys);
  const found = own ? await ownModelOf(where, own) : { ownModel: null, ownProblem: null };
  const { isPocketSphinxInstalled } = await import('../../conversation/providers/pocketsphinx/index.ts');
  const hasPocketSphinx = isPocketSphinxInstalled();
  const presets = presetsOf({ keys, language, ...found, hasPocketSphinx });
  return { presets, hasEmbeddedTranscriber: hasPocketSphinx } as AgentPresetList;
}

/** Returns the first model that a server of the organization lists, or why there is none. */
async function ownModelOf(
  { db, secret, organizationId, open }: Parameters<typeof listPresets>[0],
  { name }: { name: string | null },
): Promise<{ ownModel: { key: string | null; model: string } | null; ownProblem: string | null }> {
  const key = await findProviderCredentials(db, secret, organizationId, 'openai', name);
  if (key === null) return { ownModel: null, ownProblem: null };
  const list = (await open()).of('models', 'openai', key);
  // A late list is remembered for the next request.
  const answer = await Promise.race([list, setTimeout(ownServerMs, null, { ref: false })]);
  if (answer === null) return { ownModel: null, ownProblem: 'Your server did not list its models in time.' };
  const model = answer.items.find(({ kinds }) => kinds.includes('languageModel'));
  if (model) return { ownModel: { key: name, model: model.id }, ownProblem: null };
  return { ownModel: null, ownProblem: answer.problem?.message ?? 'Your server lists no language model.' };
}
