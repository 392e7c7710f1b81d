import type { ModelRequest } from '../interfaces/index.ts';
import type { VendorOptions } from './vendor-options.ts';

/** What every vendor's language model is made with. */
export interface ModelOptions extends VendorOptions {
  /** The model of requests that name none. */
  model?: string | undefined;
  /** Tokens of one answer at most, whatever a request allows. */
  outputTokensMax?: number | undefined;
}

/** The request with what the options say where it says nothing or more. */
export function withModelOptions(request: ModelRequest, options: ModelOptions): ModelRequest {
  const { outputTokensMax } = options;
  const most = request.outputTokensMax ?? outputTokensMax ?? null;
  return {
    ...request,
    model: request.model ?? options.model ?? null,
    outputTokensMax: most === null || outputTokensMax === undefined ? most : Math.min(most, outputTokensMax),
  };
}
