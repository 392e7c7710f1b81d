import type { ModelRequest } from '../interfaces/index.ts';
import type { VendorOptions } from './vendor-options.ts';

/** The constructor options of every vendor's language model. */
export interface ModelOptions extends VendorOptions {
  /** The model for requests whose `model` is `null`. */
  model?: string | undefined;
  /** The most tokens of an answer, even when a request allows more. */
  outputTokensMax?: number | undefined;
  /** Options of the vendor's own, which are passed through. */
  providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the request with the options' model and token limit applied. */
export function withModelOptions(request: ModelRequest, options: ModelOptions): ModelRequest {
  const { outputTokensMax } = options;
  const most = request.outputTokensMax ?? outputTokensMax ?? null;
  return {
    ...request,
    model: request.model ?? options.model ?? null,
    outputTokensMax: most === null || outputTokensMax === undefined ? most : Math.min(most, outputTokensMax),
  };
}
