import type { LanguageModel, ModelRequest } from '../interfaces/index.ts';
import { ProviderError } from './provider-error.ts';

/** Characters of an answer that is held as a whole; who sends more sends without end. */
const charactersMax = 262_144;

/** All that a model says in one answer. Rejects with what the model throws, and with a ProviderError for an answer that is too long. */
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
