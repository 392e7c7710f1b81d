import { languageProblem } from '../../conversation/providers/catalog.ts';
import { type Queryable, readStatement } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import { configurationOf } from './configuration-of.ts';
import type { AgentConfiguration } from './schemas.ts';

/** A provider that an agent names, and its field. */
interface Named {
  provider: string;
  model: string | null;
  key: string | null;
  field: string;
}

/** Returns the provider of a configuration followed by its fallbacks. */
function chainOf(
  field: string,
  config: { provider: string; model?: string | null; key?: string | null; fallback?: object | null } | null,
): Named[] {
  if (config === null) return [];
  const { provider, model = null, key = null, fallback = null } = config;
  return [
    { provider, model, key, field },
    ...chainOf(`${field}.fallback`, fallback as { provider: string; key?: string | null } | null),
  ];
}

/**
 * Reports voices and transcribers that do not support the agent's language. An agent that speaks without a configured
 * voice uses the embedded one. An unsuitable default transcriber is left out, and keypad input still works.
 */
export function languageProblems(agent: AgentConfiguration): FieldError[] {
  const { language, voice, transcriber } = agent;
  const errors: FieldError[] = [];
  const embedded = voice === null && speaks(agent) ? languageProblem('flite', language) : null;
  if (embedded !== null) {
    errors.push({ field: 'language', message: `needs a configured voice: the embedded voice ${embedded}` });
  }
  for (const named of [...chainOf('voice', voice), ...chainOf('transcriber', transcriber)]) {
    for (const part of ['provider', 'model'] as const) {
      const message = languageProblem(named[part] ?? '', language);
      if (message !== null) errors.push({ field: `${named.field}.${part}`, message });
    }
  }
  return errors;
}

function speaks({ firstMessage, model, speechToSpeech, conversation }: AgentConfiguration): boolean {
  // A speech-to-speech model speaks everything except the recording announcement.
  if (speechToSpeech !== null && model === null) return conversation.recording === 'announced';
  return (firstMessage ?? '').trim() !== '' || model !== null || conversation.recording === 'announced';
}

function providersOf({ model, voice, transcriber, speechToSpeech }: AgentConfiguration): Named[] {
  const chains = [...chainOf('voice', voice), ...chainOf('model', model)];
  return [...chains, ...chainOf('transcriber', transcriber), ...chainOf('speechToSpeech', speechToSpeech)];
}

const knownKeys = readStatement(
  'agents.known_provider_keys',
  // Locked, so that no key is deleted before the agent that names it is stored.
  `select provider, name from provider_keys where organization_id = $1 and provider = any($2) and name = any($3)
   order by provider_key_id for key share`,
);

/** Reports provider keys that the organization does not have. */
export async function unknownKeys(
  db: Queryable,
  organizationId: string,
  agent: AgentConfiguration,
): Promise<FieldError[]> {
  const named = providersOf(agent).filter(({ key }) => key !== null);
  if (named.length === 0) return [];
  const values = [organizationId, named.map(({ provider }) => provider), named.map(({ key }) => key)];
  const rows = await db.query<{ provider: string; name: string }>(knownKeys, values);
  const isKnown = (one: Named) =>
    rows.some(({ provider, name }) => provider === one.provider && name === one.key);
  return named
    .filter((one) => !isKnown(one))
    .map(({ provider, field }) => ({
      field: `${field}.key`,
      message: `must be the name of one of the organization’s ${provider} keys`,
    }));
}

const agentsNaming = readStatement(
  'agents.naming_provider',
  `select a.agent_id, v.configuration from agents a
     join agent_versions v on v.organization_id = a.organization_id and v.agent_id = a.agent_id and v.version = a.version
   where a.organization_id = $1 and strpos(v.configuration::text, $2) > 0 order by a.agent_id`,
);
const keysLeft = readStatement(
  'agents.keys_of_provider',
  'select name from provider_keys where organization_id = $1 and provider = $2',
);

/** Returns the agents whose published version uses the deleted key and has no other key to use. */
export async function agentsWithoutKey(
  db: Queryable,
  organizationId: string,
  { provider, name: deleted }: { provider: string; name: string | null },
): Promise<string[]> {
  const left = await db.query<{ name: string | null }>(keysLeft, [organizationId, provider]);
  const isLost = (key: string | null): boolean =>
    key === null ? left.length === 0 : key === deleted && !left.some(({ name }) => name === key);
  const rows = await db.query<{ agent_id: string; configuration: object }>(agentsNaming, [
    organizationId,
    JSON.stringify(provider),
  ]);
  return rows.flatMap(({ agent_id, configuration }) => {
    const named = providersOf(configurationOf(configuration)).filter((one) => one.provider === provider);
    return named.some(({ key }) => isLost(key)) ? [agent_id] : [];
  });
}
