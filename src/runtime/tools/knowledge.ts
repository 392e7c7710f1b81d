import {
  type KnowledgeSearch,
  passagesInstruction,
  passagesText,
  searchInstruction,
} from '../../conversation/knowledge/index.ts';
import { type AgentConfiguration, searchToolName } from '../../domains/agents/index.ts';
import { findPassages } from '../../domains/knowledge/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type BoundTool, fromDatabase } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';

type KnowingAgent = Pick<AgentConfiguration, 'knowledge' | 'language'>;

/** The customer of a chat does not notice such a wait. */
const chatWaitMsMax = 2000;

/** Returns the search in the agent's sources; null when it has none. */
export function knowledgeOf(
  db: Queryable,
  organizationId: string,
  { knowledge, language }: KnowingAgent,
  { isSpoken }: { isSpoken: boolean },
): KnowledgeSearch | null {
  if (!knowledge) return null;
  const { sourceIds, chunksMax: limit } = knowledge;
  return {
    search: (query) => findPassages(db, { organizationId, sourceIds, query, language, limit }),
    ...(isSpoken ? {} : { waitMsMax: chatWaitMsMax }),
  };
}

/** Returns the prompt of an agent with the explanation of how it gets at its knowledge, if it has any. */
export function withKnowledge(
  prompt: string,
  { knowledge, speechToSpeech }: Pick<AgentConfiguration, 'knowledge' | 'speechToSpeech'>,
  { isSpoken }: { isSpoken: boolean },
): string {
  if (!knowledge) return prompt;
  const instruction = isSpoken && speechToSpeech !== null ? searchInstruction : passagesInstruction;
  return `${prompt}\n\n${instruction}`.trim();
}

/**
 * Returns the tool by which the model searches in its own words; null when the agent has no sources. A speech-to-speech
 * model gets no passages, so it finds nothing without the tool.
 */
export function knowledgeTool(
  { db }: ToolEnvironment,
  { organizationId, agent, chat }: ToolCall,
): BoundTool | null {
  const known = knowledgeOf(db, organizationId, agent, { isSpoken: chat === undefined });
  if (!known) return null;
  return {
    isRepeatable: true,
    definition: {
      name: searchToolName,
      description:
        'Searches the documents of your organization. Use it when you need facts from them that you do not have yet, with other words than were searched for before.',
      parameters: {
        type: 'object',
        properties: {
          query: {
            type: 'string',
            maxLength: 1000,
            description: 'What to find, as a question or in key words',
          },
        },
        required: ['query'],
        additionalProperties: false,
      },
    },
    async run({ query }) {
      const found = await fromDatabase(known.search(String(query)));
      return { result: found.length > 0 ? { found: passagesText(found) } : { found: null } };
    },
  };
}
