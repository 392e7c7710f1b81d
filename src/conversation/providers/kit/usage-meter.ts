import type { ProviderUsage } from '../interfaces/index.ts';

export type UsageKind = 'speech-to-text' | 'language-model' | 'text-to-speech' | 'speech-to-speech';

/** What one model of one provider was used for. */
export interface UsageSum extends ProviderUsage {
  kind: UsageKind;
  provider: string;
  /** Null: the provider has only one. */
  model: string | null;
  /** Some of it was reckoned, because the provider did not tell. */
  estimated?: true;
}

/** Who was used. */
type UsedProvider = Pick<UsageSum, 'kind' | 'provider' | 'model'>;

const units = [
  ...(['characters', 'audioMs', 'inputTokens', 'outputTokens'] as const),
  ...(['inputAudioTokens', 'outputAudioTokens'] as const),
  ...(['cachedInputTokens', 'cachedInputAudioTokens', 'cacheWriteInputTokens'] as const),
];

/** Adds up what the providers of one call, or of one job, were used for. */
export class UsageMeter {
  readonly #sums = new Map<string, UsageSum>();

  add({ kind, provider, model }: UsedProvider, usage: ProviderUsage, isEstimate = false): void {
    if (units.every((unit) => usage[unit] === undefined)) return;
    const key = JSON.stringify([kind, provider, model]);
    const sum = this.#sums.get(key) ?? { kind, provider, model };
    for (const unit of units) {
      const amount = usage[unit];
      if (amount !== undefined) sum[unit] = (sum[unit] ?? 0) + amount;
    }
    if (isEstimate) sum.estimated = true;
    this.#sums.set(key, sum);
  }

  /** What it came to since this was last asked. */
  take(): UsageSum[] {
    const sums = [...this.#sums.values()];
    this.#sums.clear();
    return sums;
  }

  /** What it comes to so far. */
  sums(): UsageSum[] {
    return [...this.#sums.values()].map((sum) => ({ ...sum }));
  }
}
