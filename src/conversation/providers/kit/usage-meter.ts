import type { ProviderUsage } from '../interfaces/index.ts';

export type UsageKind = 'speech-to-text' | 'language-model' | 'text-to-speech' | 'speech-to-speech';

/** The usage of one model of one provider. */
export interface UsageSum extends ProviderUsage {
  kind: UsageKind;
  provider: string;
  /** `null` when the provider has a single model. */
  model: string | null;
  /** Some of it is estimated, because the provider did not report it. */
  estimated?: true;
  /** Another agent than the first one of a call that used it, with its version. */
  agentId?: string;
  agentVersion?: number | null;
}

/** An agent that providers work for. */
interface UsedBy {
  agentId?: string | undefined;
  agentVersion?: number | null | undefined;
}

/** The model that was used. */
type UsedProvider = Pick<UsageSum, 'kind' | 'provider' | 'model'>;

const units = [
  ...(['characters', 'audioMs', 'inputTokens', 'outputTokens'] as const),
  ...(['inputAudioTokens', 'outputAudioTokens'] as const),
  ...(['cachedInputTokens', 'cachedInputAudioTokens', 'cacheWriteInputTokens'] as const),
];

/** Adds up the usage of all providers in one call or one job. */
export class UsageMeter {
  readonly #sums: Map<string, UsageSum>;
  readonly #by: Pick<UsageSum, 'agentId' | 'agentVersion'>;

  constructor(by: Pick<UsageSum, 'agentId' | 'agentVersion'> = {}, sums = new Map<string, UsageSum>()) {
    this.#by = by;
    this.#sums = sums;
  }

  /** Returns a meter of another agent, whose usage counts here too. */
  of({ agentId, agentVersion }: UsedBy): UsageMeter {
    const by = agentId === undefined ? {} : { agentId, agentVersion: agentVersion ?? null };
    return new UsageMeter(by, this.#sums);
  }

  add({ kind, provider, model }: UsedProvider, usage: ProviderUsage, isEstimate = false): void {
    if (units.every((unit) => usage[unit] === undefined)) return;
    const key = JSON.stringify([kind, provider, model, this.#by]);
    const sum = this.#sums.get(key) ?? { kind, provider, model, ...this.#by };
    for (const unit of units) {
      const amount = usage[unit];
      if (amount !== undefined) sum[unit] = (sum[unit] ?? 0) + amount;
    }
    if (isEstimate) sum.estimated = true;
    this.#sums.set(key, sum);
  }

  /** Returns the usage since the last call of this method. */
  take(): UsageSum[] {
    const sums = [...this.#sums.values()];
    this.#sums.clear();
    return sums;
  }

  /** Returns the total usage. */
  sums(): UsageSum[] {
    return [...this.#sums.values()].map((sum) => ({ ...sum }));
  }
}
