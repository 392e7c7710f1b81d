import { languageProblem } from '../../conversation/providers/catalog.ts';
import type { Queryable } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from './schemas.ts';
import { agentsNamingProvider, holdProviderKeys, keysOfProvider } from './store/references.ts';

interface ProviderOfAgent {
  provider: string;
  model?: string | null;
  key?: string | null;
}

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
  config: (ProviderOfAgent & { fallbacks?: readonly ProviderOfAgent[] }) | null,
): Named[] {
  if (config === null) return [];
  return [config, ...(config.fallbacks ?? [])].map(({ provider, model = null, key = null }, index) => ({
    ...{ provider, model, key },
    field: index === 0 ? field : `${field}.fallbacks.${index - 1}`,
  }));
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
  return [...errors, ...furtherLanguageProblems(agent)];
}

/** Reports further languages that the voice or the transcriber does not support. Fallbacks may support fewer. */
function furtherLanguageProblems(agent: AgentConfiguration): FieldError[] {
  const { languages, voice, transcriber } = agent;
  const parts = [
    ...(voice !== null || speaks(agent) ? [{ part: 'voice', ...(voice ?? { provider: 'flite' }) }] : []),
    ...(transcriber === null ? [] : [{ part: 'transcriber', ...transcriber }]),
  ];
  return languages.flatMap(({ language }, index) =>
    parts.flatMap(({ part, ...config }) => {
      const model = 'model' in config ? config.model : null;
      const message = languageProblem(config.provider, language) ?? languageProblem(model ?? '', language);
      return message === null
        ? []
        : [{ field: `languages.${index}.language`, message: `the ${part} ${message}` }];
    }),
  );
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

/** Reports provider keys that the organization does not have. */
export async function unknownKeys(
  db: Queryable,
  organizationId: string,
  agent: AgentConfiguration,
): Promise<FieldError[]> {
  const named = providersOf(agent).filter(({ key }) => key !== null);
  if (named.length === 0) return [];
  const known = await holdProviderKeys(db, organizationId, named);
  const isKnown = (one: Named) =>
    known.some(({ provider, name }) => provider === one.provider && name === one.key);
  return named
    .filter((one) => !isKnown(one))
    .map(({ provider, field }) => ({
      field: `${field}.key`,
      message: `must be the name of one of the organization’s ${provider} keys`,
    }));
}

/** Returns the agents whose published version uses the deleted key and has no other key to use. */
export async function agentsWithoutKey(
  db: Queryable,
  organizationId: string,
  { provider, name: deleted }: { provider: string; name: string | null },
): Promise<string[]> {
  const left = await keysOfProvider(db, organizationId, provider);
  const isLost = (key: string | null): boolean =>
    key === null ? left.length === 0 : key === deleted && !left.includes(key);
  const agents = await agentsNamingProvider(db, organizationId, provider);
  return agents.flatMap(({ agentId, configuration }) => {
    const named = providersOf(configuration).filter((one) => one.provider === provider);
    return named.some(({ key }) => isLost(key)) ? [agentId] : [];
  });
}
