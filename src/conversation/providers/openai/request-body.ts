import type { ModelMessage, ModelRequest } from '../interfaces/index.ts';
import { pairToolResults, parametersSchema, userText } from '../kit/index.ts';
import { isStrictSchema } from './strict-schema.ts';

/** Returns a request body for the Chat Completions API. `isOpenAi` when it goes to OpenAI itself. */
export function requestBodyOf(
  request: ModelRequest,
  defaultModel: string,
  isOpenAi: boolean,
): Record<string, unknown> {
  const { model, temperature, outputTokensMax, responseSchema, tools } = request;
  // Older servers reject the newer name, and OpenAI's newer models reject the older one.
  const lengthName = isOpenAi ? 'max_completion_tokens' : 'max_tokens';
  return {
    model: model ?? defaultModel,
    messages: pairToolResults(request.messages).map(messageOf),
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature === null ? {} : { temperature }),
    ...(outputTokensMax === null ? {} : { [lengthName]: outputTokensMax }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters: parametersSchema(parameters) },
          })),
        }),
    ...(responseSchema === null
      ? {}
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { ...responseSchema, strict: isStrictSchema(responseSchema.schema) },
          },
        }),
  };
}

function messageOf(message: ModelMessage): Record<string, unknown> {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: userText(message) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'bot': {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.content };
      const toolCalls = calls.map(({ id, name, arguments: given }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(given) },
      }));
      return { role: 'assistant', content: message.content || null, tool_calls: toolCalls };
    }
  }
}
