import type { ModelMessage, ModelRequest } from '../interfaces/index.ts';
import { pairToolResults, parametersSchema, userText } from '../kit/index.ts';

/** The service requires a limit; a spoken answer is always shorter. */
const defaultOutputTokensMax = 1_024;

type Block = Record<string, unknown>;
interface Turn {
  role: 'user' | 'assistant';
  content: Block[];
}

/** Returns a request body for the Messages API. */
export function requestBodyOf(request: ModelRequest, defaultModel: string): Record<string, unknown> {
  const { model, temperature, outputTokensMax, responseSchema, tools } = request;
  const system = leadingSystem(request.messages);
  return {
    model: model ?? defaultModel,
    max_tokens: outputTokensMax ?? defaultOutputTokensMax,
    stream: true,
    ...(system.length === 0 ? {} : { system: system.map(({ content }) => content).join('\n\n') }),
    messages: turnsOf(pairToolResults(request.messages.slice(system.length))),
    ...(temperature === null ? {} : { temperature: Math.min(temperature, 1) }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            input_schema: parametersSchema(parameters),
          })),
        }),
    ...(responseSchema === null
      ? {}
      : { output_config: { format: { type: 'json_schema', schema: responseSchema.schema } } }),
  };
}

function leadingSystem(messages: readonly ModelMessage[]): ModelMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return messages.slice(0, first === -1 ? messages.length : first);
}

/** Returns the conversation as turns: the user begins, text blocks are not empty, and adjacent messages of one side merge. */
function turnsOf(messages: readonly ModelMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const role = message.role === 'bot' ? 'assistant' : 'user';
    const content = blocksOf(message);
    if (content.length === 0) continue;
    if (turns.length === 0 && role === 'assistant') turns.push(beginning());
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns.length === 0 ? [beginning()] : turns;
}

function beginning(): Turn {
  return { role: 'user', content: [text('[The conversation begins]')] };
}

function blocksOf(message: ModelMessage): Block[] {
  switch (message.role) {
    case 'system':
      return [text(`[${message.content}]`)];
    case 'user':
      return [text(userText(message))];
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: message.toolCallId, content: message.content }];
    case 'bot': {
      const calls = (message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
        type: 'tool_use',
        id,
        name,
        input,
      }));
      return message.content.trim() === '' ? calls : [text(message.content), ...calls];
    }
  }
}

function text(words: string): Block {
  return { type: 'text', text: words };
}
