import {
  isKeyless,
  kindNames,
  kindsOf,
  type Provider,
  type ProviderKind,
} from '../../conversation/providers/catalog.ts';
import type { ProviderConfig, Providers } from '../../conversation/providers/registry.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { inputProblems } from '../../platform/http/index.ts';
import { invalid, notFound } from '../../platform/kernel/index.ts';
import { Model, Transcriber, Voice } from '../agents/index.ts';
import { findProviderCredentials } from './read.ts';
import type { ProviderTrial, TryProvider } from './trial-schemas.ts';

const kinds = {
  model: { kind: 'languageModel', schema: Model },
  voice: { kind: 'textToSpeech', schema: Voice },
  transcriber: { kind: 'speechToText', schema: Transcriber },
} as const satisfies Record<TryProvider['kind'], { kind: ProviderKind; schema: unknown }>;

/** Tries a provider with the organization's key. Throws 404 without a key, and 400 for settings that no agent may have. */
export async function tryWithKey(
  where: { db: Queryable; secret: SecretKey; organizationId: string },
  provider: Provider,
  input: TryProvider,
  open: () => Promise<Providers>,
): Promise<ProviderTrial> {
  const { db, secret, organizationId } = where;
  const { kind, text, language, audio } = input;
  const config = configOf(provider, input);
  if (!isKeyless(provider)) {
    const name = typeof config.key === 'string' ? config.key : null;
    const key = await findProviderCredentials(db, secret, organizationId, provider, name);
    if (!key) throw notFound('provider key');
  }
  const providers = await open();
  const { tryProvider } = await import('../../conversation/providers/trial.ts');
  const speech = audio === null ? null : samplesOf(audio);
  return tryProvider(providers, { kind, config, text, speech, language }, { organizationId });
}

/** Returns the samples of 16-bit audio in base64. */
function samplesOf(audio: string): Int16Array {
  const bytes = Buffer.from(audio, 'base64');
  return Int16Array.from({ length: Math.floor(bytes.length / 2) }, (_, n) => bytes.readInt16LE(2 * n));
}

/** Returns the settings as an agent would hold them. Throws 400 that names the field. */
function configOf(provider: Provider, { kind: part, settings }: TryProvider): ProviderConfig {
  const { kind, schema } = kinds[part];
  if (!kindsOf(provider).includes(kind)) throw invalid('kind', `${provider} is not a ${kindNames[kind]}`);
  for (const field of ['provider', 'fallback', 'fallbacks']) {
    if (field in settings) throw invalid(`settings.${field}`, 'must be left out');
  }
  const parsed = schema.safeParse({ ...settings, provider }, { reportInput: true });
  if (parsed.success) return parsed.data as ProviderConfig;
  const problems = inputProblems(parsed.error, 'settings');
  throw invalid(
    problems.map(({ field, message }) => ({
      field: field === 'settings' ? field : `settings.${field}`,
      message,
    })),
  );
}
