import { ProviderError } from './provider-error.ts';
import type { ProviderConfig } from './provider-settings.ts';

/** Opens a configuration and its fallbacks. A provider that cannot be opened is left out when another one can. */
export async function openChain<Provider>(
  config: ProviderConfig,
  { onProblem }: { onProblem?: (failure: ProviderError) => void },
  open: (config: ProviderConfig) => Promise<Provider>,
): Promise<Provider[]> {
  const opened: Provider[] = [];
  const failures: ProviderError[] = [];
  for (const one of chainOf(config)) {
    try {
      opened.push(await open(one));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      failures.push(error);
    }
  }
  if (opened.length === 0 && failures[0]) throw failures[0];
  for (const failure of failures) onProblem?.(failure);
  return opened;
}

/** Returns a configuration followed by its fallbacks, in the order of asking. */
export function chainOf({ fallback: _, fallbacks = [], ...config }: ProviderConfig): ProviderConfig[] {
  return [config as ProviderConfig, ...(fallbacks as ProviderConfig[])];
}
