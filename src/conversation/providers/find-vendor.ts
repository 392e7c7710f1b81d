import { type KeyedProvider, kindNames, type ProviderKind, providerNames } from './catalog.ts';
import { type ProviderConfig, ProviderError, ProviderSettings, type VendorOptions } from './kit/index.ts';
import type { ProviderContext, ProvidersOptions } from './registry-interface.ts';
import type { Vendor } from './vendors.ts';

let vendorsLoaded: Promise<Record<KeyedProvider, Vendor>> | null = null;

/**
 * Loads the vendor clients on first use, because they take a quarter of a process's memory. The promise is kept: even a
 * loaded module takes 0.1 ms to import. A failure is not kept.
 */
export function loadVendors(): Promise<Record<KeyedProvider, Vendor>> {
  vendorsLoaded ??= import('./vendors.ts').then(
    ({ vendors }) => vendors,
    (error: unknown) => {
      vendorsLoaded = null;
      throw error;
    },
  );
  return vendorsLoaded;
}

/** Returns a vendor with an organization's key. Rejects with a `ProviderError` that says what is missing. */
export async function findVendor(
  { credentials, dispatcher }: ProvidersOptions,
  config: ProviderConfig,
  kind: ProviderKind,
  { organizationId, keys, bound = (reading) => reading }: ProviderContext,
): Promise<{ key: string; vendor: Vendor; options: VendorOptions; settings: ProviderSettings }> {
  const { provider } = config;
  if (!providerNames(kind).includes(provider)) {
    throw unusable(
      provider,
      `"${provider}" is not a ${kindNames[kind]}; use one of ${providerNames(kind).join(', ')}`,
    );
  }
  const settings = new ProviderSettings(config);
  const name = settings.text('key') ?? null;
  const cacheKey = JSON.stringify([organizationId, provider, name]);
  const reading = keys?.get(cacheKey) ?? bound(credentials(organizationId, provider, name));
  keys?.set(cacheKey, reading);
  const found = await reading;
  if (!found) {
    const which = name === null ? `no key of ${provider}` : `no key of ${provider} with the name "${name}"`;
    throw unusable(provider, `The organization has ${which}; add one with POST /api/provider-keys`);
  }
  const { providerKeyId, apiKey, baseUrl, ...details } = found;
  const vendors = await loadVendors();
  return {
    // Ids are never reused, and a key never changes.
    key: JSON.stringify([kind, organizationId, providerKeyId, config]),
    vendor: vendors[provider as KeyedProvider],
    options: { ...details, apiKey, baseUrl: baseUrl ?? undefined, dispatcher: await dispatcher() },
    settings,
  };
}

/** Returns the error of a provider that cannot be used until the owner changes something. */
export function unusable(provider: string, message: string): ProviderError {
  return new ProviderError(provider, message, { retryable: false });
}
