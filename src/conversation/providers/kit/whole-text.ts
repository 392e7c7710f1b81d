import type { LanguageModel, ModelRequest } from '../interfaces/index.ts';
import { ProviderError } from './provider-error.ts';

/** The most characters of an answer. A longer one is considered endless. */
const charactersMax = 262_144;

/** Returns the whole text of an answer. Rejects with the model's error, or a `ProviderError` when it is too long. */
export async function wholeText(
  model: LanguageModel,
  request: ModelRequest,
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  let text = '';
  for await (const part of model.answer(request, options)) {
    if (part.type === 'text-delta') text += part.text;
    if (text.length <= charactersMax) continue;
    const message = `${model.name} answered with more than ${charactersMax} characters`;
    throw new ProviderError(model.name, message, { retryable: false });
  }
  return text;
}
