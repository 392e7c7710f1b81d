import {
  type Knowledge,
  type KnowledgeSearch,
  passagesInstruction,
  passagesText,
  searchInstruction,
} from '../../conversation/knowledge/index.ts';
import { type AgentConfiguration, defaultChunksMax, searchToolName } from '../../domains/agents/index.ts';
import { conversationSearch, type SearchPlace } from '../../domains/knowledge/index.ts';
import { type BoundTool, fromDatabase } from './bound-tool.ts';
import type { ToolCall, ToolEnvironment } from './environment.ts';

type KnowingAgent = Pick<AgentConfiguration, 'knowledge' | 'language' | 'flow'>;

/** The customer of a chat does not notice such a wait. */
const chatWaitMsMax = 2000;

/** Returns whether an agent has sources, at least in a stage of its flow. */
function isKnowing({ knowledge, flow }: Pick<KnowingAgent, 'knowledge' | 'flow'>): boolean {
  const hasSources = ({ knowledge: its }: { knowledge?: unknown }) => its !== undefined && its !== 'none';
  return knowledge !== null || Object.values(flow?.stages ?? {}).some(hasSources);
}

/** Returns what an agent knows; null when it has no sources. */
export function knowledgeOf(
  place: SearchPlace,
  organizationId: string,
  agent: KnowingAgent,
  { isSpoken }: { isSpoken: boolean },
): Knowledge | null {
  if (!isKnowing(agent)) return null;
  const { knowledge, language, flow } = agent;
  const limit = knowledge?.chunksMax ?? defaultChunksMax;
  const searches = new Map<string, KnowledgeSearch>();
  return {
    searchIn(stage) {
      const given = stage === null ? undefined : flow?.stages[stage]?.knowledge;
      const sourceIds = given ?? knowledge?.sourceIds ?? 'none';
      if (sourceIds === 'none') return null;
      const key = String(sourceIds);
      const search: KnowledgeSearch = searches.get(key) ?? {
        search: conversationSearch(place, { organizationId, sourceIds, language, limit }),
        ...(isSpoken ? {} : { waitMsMax: chatWaitMsMax, wholeWaitMsMax: chatWaitMsMax }),
      };
      searches.set(key, search);
      return search;
    },
  };
}

/** Returns the prompt of an agent with the explanation of how it gets at its knowledge, if it has any. */
export function withKnowledge(
  prompt: string,
  agent: Pick<AgentConfiguration, 'knowledge' | 'flow' | 'speechToSpeech'>,
  { isSpoken }: { isSpoken: boolean },
): string {
  if (!isKnowing(agent)) return prompt;
  const instruction = isSpoken && agent.speechToSpeech !== null ? searchInstruction : passagesInstruction;
  return `${prompt}\n\n${instruction}`.trim();
}

/**
 * Returns the tool by which the model searches in its own words; null when the agent has no sources. A speech-to-speech
 * model gets no passages, so it finds nothing without the tool.
 */
export function knowledgeTool(
  { db, questionVectors: vectors }: ToolEnvironment,
  { organizationId, agent, chat }: ToolCall,
): BoundTool | null {
  const known = knowledgeOf({ db, vectors }, organizationId, agent, { isSpoken: chat === undefined });
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
    async run({ query }, _signal, _key, _said, stage = null) {
      const searching = known.searchIn(stage)?.search(String(query));
      const found = searching ? await fromDatabase(searching) : [];
      return { result: found.length > 0 ? { found: passagesText(found) } : { found: null } };
    },
  };
}
