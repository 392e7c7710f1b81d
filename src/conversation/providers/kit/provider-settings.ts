import { ProviderError } from './provider-error.ts';

/** The part of an agent's configuration with a provider's name and settings. */
export interface ProviderConfig {
  provider: string;
  [setting: string]: unknown;
}

/** Reads the settings of one provider. A setting of the wrong type throws a `ProviderError` that names it. */
export class ProviderSettings {
  readonly #config: ProviderConfig;

  constructor(config: ProviderConfig) {
    this.#config = config;
  }

  text(name: string): string | undefined {
    const value = this.#config[name] ?? undefined;
    if (value === undefined || (typeof value === 'string' && value !== '' && value.length <= 1_000))
      return value;
    throw this.#wrong(name, 'a text of at most 1000 characters');
  }

  integer(name: string, min: number, max: number): number | undefined {
    const value = this.#config[name] ?? undefined;
    if (value === undefined) return undefined;
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)
      return value as number;
    throw this.#wrong(name, `a whole number from ${min} to ${max}`);
  }

  number(name: string, min: number, max: number): number | undefined {
    const value = this.#config[name] ?? undefined;
    if (value === undefined || (typeof value === 'number' && value >= min && value <= max)) return value;
    throw this.#wrong(name, `a number from ${min} to ${max}`);
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const value = this.text(name);
    const known = values.find((one) => one === value);
    if (value === undefined || known !== undefined) return known;
    throw this.#wrong(name, `one of ${values.join(', ')}`);
  }

  flag(name: string): boolean | undefined {
    const value = this.#config[name] ?? undefined;
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.#wrong(name, 'true or false');
  }

  object(name: string): Record<string, unknown> | undefined {
    const value = this.#config[name] ?? undefined;
    if (value === undefined || (typeof value === 'object' && !Array.isArray(value))) {
      return value as Record<string, unknown> | undefined;
    }
    throw this.#wrong(name, 'an object');
  }

  #wrong(name: string, what: string): ProviderError {
    const { provider } = this.#config;
    return new ProviderError(provider, `${provider}: the setting ${name} must be ${what}`, {
      retryable: false,
    });
  }
}
