import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest } from '../interfaces/index.ts';
import { pairToolResults, parametersSchema, userText } from '../kit/index.ts';
import { type CallMetadata, metadataIn } from './call-metadata.ts';

type JsonSchema7 = NonNullable<
  Extract<LanguageModelV4CallOptions['responseFormat'], { type: 'json' }>['schema']
>;
type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** Returns a request in the form of a package. `providerOptions` are options of the vendor under the package's name for it. */
export function callOptions(
  provider: string,
  request: ModelRequest,
  providerOptions: LanguageModelV4CallOptions['providerOptions'],
): LanguageModelV4CallOptions {
  const { temperature, outputTokensMax, responseSchema, tools } = request;
  return {
    prompt: promptOf(request.messages, metadataIn(request.state, provider)),
    ...(temperature === null ? {} : { temperature }),
    ...(outputTokensMax === null ? {} : { maxOutputTokens: outputTokensMax }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema: parametersSchema(parameters) as JsonSchema7,
          })),
        }),
    ...(responseSchema === null
      ? {}
      : {
          responseFormat: {
            type: 'json' as const,
            name: responseSchema.name,
            schema: responseSchema.schema as JsonSchema7,
          },
        }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

/**
 * Returns the conversation in a form that every vendor accepts: instructions only at the beginning, the user begins, and
 * adjacent messages of one side are merged.
 */
function promptOf(messages: readonly ModelMessage[], metadata: CallMetadata): LanguageModelV4Message[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const leading = messages.slice(0, first === -1 ? messages.length : first);
  const prompt: LanguageModelV4Message[] = [];
  for (const message of pairToolResults(messages.slice(leading.length))) addTo(prompt, message, metadata);
  if (prompt[0]?.role !== 'user') prompt.unshift(said('[The conversation begins]'));
  const system = leading.map(({ content }) => content).join('\n\n');
  return system === '' ? prompt : [{ role: 'system', content: system }, ...prompt];
}

function addTo(prompt: LanguageModelV4Message[], message: ModelMessage, metadata: CallMetadata): void {
  const last = prompt.at(-1);
  if (message.role === 'bot') {
    const content = assistantParts(message, metadata);
    if (content.length === 0) return;
    if (last?.role === 'assistant') last.content.push(...content);
    else prompt.push({ role: 'assistant', content });
  } else if (message.role === 'tool') {
    const { toolCallId, name: toolName, content } = message;
    const output = { type: 'text' as const, value: content };
    const result = { type: 'tool-result' as const, toolCallId, toolName, output };
    if (last?.role === 'tool') last.content.push(result);
    else prompt.push({ role: 'tool', content: [result] });
  } else {
    const text = message.role === 'system' ? `[${message.content}]` : userText(message);
    const before = last?.role === 'user' ? last.content[0] : undefined;
    if (before?.type === 'text') before.text += `\n\n${text}`;
    else prompt.push(said(text));
  }
}

function said(text: string): LanguageModelV4Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function assistantParts(
  { content, toolCalls = [] }: Extract<ModelMessage, { role: 'bot' }>,
  metadata: CallMetadata,
): AssistantPart[] {
  const calls = toolCalls.map(({ id, name, arguments: input }): AssistantPart => {
    const known = metadata[id];
    const call = { type: 'tool-call' as const, toolCallId: id, toolName: name, input };
    return known === undefined ? call : { ...call, providerOptions: known };
  });
  return content.trim() === '' ? calls : [{ type: 'text', text: content }, ...calls];
}
