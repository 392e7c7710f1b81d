import { type Queryable, statement } from '../db/index.ts';
import type { FieldError } from '../kernel/index.ts';
import { languageProblem } from '../providers/catalog.ts';
import type { AgentConfiguration } from './schemas.ts';

/** A provider that an agent names, and the field it stands in. */
interface Named {
  provider: string;
  key: string | null;
  field: string;
}

/** The chain of a configuration: what it names first, then the fallback. */
function chainOf(
  field: string,
  config: { provider: string; key?: string | null; fallback?: object | null } | null,
): Named[] {
  if (config === null) return [];
  const { provider, key = null, fallback = null } = config;
  return [
    { provider, key, field },
    ...chainOf(`${field}.fallback`, fallback as { provider: string; key?: string | null } | null),
  ];
}

/**
 * The voices and recognizers that do not take the agent's language. Without a voice of its own an agent that says
 * anything speaks with the embedded one; what cannot listen by default is left out, and keys still work.
 */
export function languageProblems(agent: AgentConfiguration): FieldError[] {
  const { language, voice, transcriber } = agent;
  const errors: FieldError[] = [];
  const embedded = voice === null && speaks(agent) ? languageProblem('flite', language) : null;
  if (embedded !== null) {
    errors.push({ field: 'language', message: `needs a voice of its own: the embedded voice ${embedded}` });
  }
  for (const { provider, field } of [...chainOf('voice', voice), ...chainOf('transcriber', transcriber)]) {
    const message = languageProblem(provider, language);
    if (message !== null) errors.push({ field: `${field}.provider`, message });
  }
  return errors;
}

function speaks({ firstMessage, model, speechToSpeech, conversation }: AgentConfiguration): boolean {
  // A model that speaks by itself says everything but the announcement of a recording.
  if (speechToSpeech !== null && model === null) return conversation.recording === 'announced';
  return (firstMessage ?? '').trim() !== '' || model !== null || conversation.recording === 'announced';
}

const knownKeys = statement(
  'agents.known_provider_keys',
  `select distinct provider, name from provider_keys
   where organization_id = $1 and provider = any($2) and name = any($3)`,
);

/** The names of provider keys that the organization has not, each of its provider. */
export async function unknownKeys(
  db: Queryable,
  organizationId: string,
  { model, voice, transcriber, speechToSpeech }: AgentConfiguration,
): Promise<FieldError[]> {
  const chains = [...chainOf('voice', voice), ...chainOf('model', model)];
  chains.push(...chainOf('transcriber', transcriber), ...chainOf('speechToSpeech', speechToSpeech));
  const named = chains.filter(({ key }) => key !== null);
  if (named.length === 0) return [];
  const values = [organizationId, named.map(({ provider }) => provider), named.map(({ key }) => key)];
  const rows = await db.query<{ provider: string; name: string }>(knownKeys, values);
  const isKnown = (one: Named) =>
    rows.some(({ provider, name }) => provider === one.provider && name === one.key);
  return named
    .filter((one) => !isKnown(one))
    .map(({ provider, field }) => ({
      field: `${field}.key`,
      message: `the organization has no key of ${provider} with this name`,
    }));
}
