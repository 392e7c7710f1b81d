/** Language models whose clients are packages of the AI SDK: `packages.ts` names each. They speak through our `fetch`. */
import type { LanguageModelV4, LanguageModelV4StreamPart, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { LanguageModel, ModelPart, ModelRequest } from '../interfaces/index.ts';
import { type ModelOptions, ProviderError, withModelOptions } from '../kit/index.ts';
import { AnswerParts } from './answer-parts.ts';
import { callOptions } from './call-options.ts';
import { failureOf } from './failure.ts';
import { openOptions } from './open-options.ts';
import type { ModelPackage, OpenedPackage } from './packages.ts';

/** A vendor's language models through its package of the AI SDK. The package is loaded when the first model is made. */
export class PackageLanguageModel implements LanguageModel {
  readonly name: string;
  readonly model?: string;
  readonly #options: ModelOptions;
  readonly #package: ModelPackage;
  readonly #secrets: string[];
  readonly #opened: Promise<OpenedPackage>;
  #made: { id: string; model: LanguageModelV4 } | null = null;

  constructor(name: string, modelPackage: ModelPackage, options: ModelOptions) {
    this.name = name;
    if (options.model !== undefined) this.model = options.model;
    this.#options = options;
    this.#package = modelPackage;
    this.#secrets = options.apiKey === null ? [] : [options.apiKey];
    this.#opened = this.#open();
    // The first answer reports a failure.
    this.#opened.catch(() => undefined);
  }

  async *answer(request: ModelRequest, options: { signal?: AbortSignal } = {}): AsyncIterable<ModelPart> {
    const { signal } = options;
    signal?.throwIfAborted();
    // Ends the request too when the reader stops early.
    const ending = new AbortController();
    const abort = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | null = null;
    try {
      const wanted = withModelOptions(request, this.#options);
      const model = await this.#modelOf(wanted.model);
      const asked = callOptions(this.name, wanted, this.#providerOptions());
      const { stream } = await model.doStream({ ...asked, abortSignal: ending.signal });
      reader = stream.getReader();
      const parts = new AnswerParts(this.name, this.#secrets);
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const text = parts.read(read.value);
        if (text !== '') yield { type: 'text-delta', text };
      }
      yield* parts.end(request.state);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw failureOf(this.name, thrown, this.#secrets);
    } finally {
      signal?.removeEventListener('abort', abort);
      ending.abort();
      reader?.cancel().catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #open(): Promise<OpenedPackage> {
    return this.#package.open(openOptions(this.name, this.#package, this.#options, this.#secrets));
  }

  async #modelOf(id: string | null): Promise<LanguageModelV4> {
    if (id === null) {
      throw new ProviderError(this.name, `${this.name} needs the id of a model`, { retryable: false });
    }
    const made = this.#made?.id === id ? this.#made : { id, model: (await this.#opened)(id) };
    this.#made = made;
    return made.model;
  }

  #providerOptions(): SharedV4ProviderOptions | undefined {
    const { optionsName, defaults } = this.#package;
    const { providerOptions } = this.#options;
    if (defaults === undefined && providerOptions === undefined) return undefined;
    return { [optionsName]: { ...defaults, ...providerOptions } as SharedV4ProviderOptions[string] };
  }
}
