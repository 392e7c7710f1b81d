import type { Models } from '../../conversation/pipeline/index.ts';
import type { ModelMessage, ModelTool } from '../../conversation/providers/interfaces/index.ts';
import type { ChatActivity, DraftedStep } from '../../domains/chats/index.ts';
import { firstWords } from './metrics.ts';

/** A model that does not come to an end is broken off. */
const charactersMax = 20_000;

/** One answer of the models, told as it comes. Throws when there is none. */
export async function ask(
  models: Models,
  question: { messages: readonly ModelMessage[]; tools: readonly ModelTool[]; signal: AbortSignal },
  position: number,
  tell: (activity: ChatActivity) => void,
): Promise<DraftedStep> {
  const askedAtMs = performance.now();
  const step: DraftedStep = { text: '', calls: [], results: [] };
  let hasBegun = false;
  for await (const part of models.answer({ ...question, isSaid: () => false })) {
    if (part.type === 'restart') {
      step.text = '';
      step.calls = [];
      tell({ type: 'restart', position });
    } else if (part.type === 'tool-call') step.calls.push(part.call);
    else if (part.type === 'text-delta') {
      if (!hasBegun) firstWords.observe((performance.now() - askedAtMs) / 1000);
      hasBegun = true;
      step.text += part.text;
      tell({ type: 'delta', position, text: part.text });
    }
    if (step.text.length > charactersMax) break;
  }
  return step;
}
