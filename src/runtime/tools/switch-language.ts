import { switchLanguageName } from '../../conversation/pipeline/index.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import { type BoundTool, followed } from './bound-tool.ts';

/** Returns the tool of an agent with further languages that changes the language of the call. */
export function switchLanguageTool({
  language,
  languages,
}: Pick<AgentConfiguration, 'language' | 'languages'>): BoundTool {
  const tags = [language, ...languages.map((one) => one.language)];
  return {
    isRepeatable: true,
    definition: {
      name: switchLanguageName,
      description:
        'Changes your voice and the recognition of speech to another language. Use it when the customer speaks this language or asks for it, and then answer in it.',
      parameters: {
        type: 'object',
        properties: { language: { type: 'string', enum: tags } },
        required: ['language'],
        additionalProperties: false,
      },
    },
    run: async (input) => {
      const chosen = String(input.language);
      return followed({ language: chosen }, { kind: 'switch-language', language: chosen });
    },
  };
}
