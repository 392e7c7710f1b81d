import { ProviderError } from './provider-error.ts';
import type { ProviderConfig } from './provider-settings.ts';

/** The most providers of a configuration, fallbacks included. */
const chainMax = 4;

/** Opens a configuration and its fallbacks. A provider that cannot be opened is left out when another one can. */
export async function openChain<Provider>(
  config: ProviderConfig,
  { onProblem }: { onProblem?: (failure: ProviderError) => void },
  open: (config: ProviderConfig) => Promise<Provider>,
): Promise<Provider[]> {
  const opened: Provider[] = [];
  const failures: ProviderError[] = [];
  let next: unknown = config;
  for (let n = 0; n < chainMax && isProviderConfig(next); n++) {
    try {
      opened.push(await open(next));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      failures.push(error);
    }
    next = next.fallback;
  }
  if (opened.length === 0 && failures[0]) throw failures[0];
  for (const failure of failures) onProblem?.(failure);
  return opened;
}

function isProviderConfig(value: unknown): value is ProviderConfig {
  return typeof (value as ProviderConfig | null | undefined)?.provider === 'string';
}
