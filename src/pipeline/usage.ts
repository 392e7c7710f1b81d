import type { ProviderUsage } from '../providers/spec/index.ts';

export type ProviderKind = 'speech-to-text' | 'language-model' | 'text-to-speech';

/** What one provider was used for in a conversation. */
export interface UsageSum extends ProviderUsage {
  kind: ProviderKind;
  provider: string;
}

/** Adds up what the providers of a conversation tell of their use. */
export class UsageCount {
  readonly #sums = new Map<string, UsageSum>();

  add(kind: ProviderKind, provider: string, usage: ProviderUsage): void {
    const key = `${kind} ${provider}`;
    const sum = this.#sums.get(key) ?? { kind, provider };
    for (const unit of ['characters', 'audioMs', 'inputTokens', 'outputTokens'] as const) {
      const amount = usage[unit];
      if (amount !== undefined) sum[unit] = (sum[unit] ?? 0) + amount;
    }
    this.#sums.set(key, sum);
  }

  sums(): UsageSum[] {
    return [...this.#sums.values()];
  }
}
