import type { LanguageModel } from '../conversation/providers/interfaces/index.ts';
import type { UsageMeter } from '../conversation/providers/kit/index.ts';
import type { ProviderConfig, Providers } from '../conversation/providers/registry.ts';

/**
 * Returns the language models of an agent that can analyze conversations, in their order. A scripted model only plays its
 * dialogue, so it is left out.
 */
export async function analysisModels(
  providers: Pick<Providers, 'languageModel'>,
  config: Record<string, unknown>,
  { organizationId, usage }: { organizationId: string; usage: UsageMeter },
): Promise<LanguageModel[]> {
  const context = { organizationId, variables: {}, usage };
  const chain = await providers.languageModel(config as ProviderConfig, context);
  const isScripted = ({ name }: LanguageModel) => name === 'scripted';
  await Promise.all(chain.filter(isScripted).map((model) => model[Symbol.asyncDispose]()));
  return chain.filter((model) => !isScripted(model));
}
