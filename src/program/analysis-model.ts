import type { ProviderConfig, Providers } from '../providers/registry.ts';
import type { LanguageModel } from '../providers/spec/index.ts';

/** The agent's model as one that judges conversations; null for a scripted one, which only plays its dialogue. */
export async function analysisModel(
  providers: Pick<Providers, 'languageModel'>,
  config: Record<string, unknown>,
  organizationId: string,
): Promise<LanguageModel | null> {
  if (config.provider === 'scripted') return null;
  const chain = await providers.languageModel(config as ProviderConfig, { organizationId, variables: {} });
  const [model, ...fallbacks] = chain;
  await Promise.all(fallbacks.map((fallback) => fallback[Symbol.asyncDispose]()));
  return model ?? null;
}
