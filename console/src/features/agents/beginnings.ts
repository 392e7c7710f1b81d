/** The values with which the editor begins each part of an agent. A test publishes an agent with each. */
import type { Configuration } from './configuration.ts';

/** A dialogue with a question, so that the first call is a conversation. */
export const firstDialogue = {
  start: 'hello',
  nodes: {
    hello: {
      say: 'Hello. Do you want to hear our opening hours?',
      listen: {
        options: [
          { phrases: ['yes [please]'], keys: ['1'], goto: 'hours' },
          { phrases: ['no [thank you]'], keys: ['2'], goto: 'goodbye' },
        ],
      },
    },
    hours: { say: 'We are open from nine to five. Goodbye.', end: true },
    goodbye: { say: 'Goodbye.', end: true },
  },
};

const network = { key: null, temperature: null, maxTokens: null, providerOptions: null };

/** Returns the first settings of a provider that is chosen, by part and provider. `models` has one of each vendor. */
export function firstSettingsOf(models: Readonly<Record<string, string>>): Record<string, object> {
  const ofVendors = Object.entries(models).map(([provider, model]) => [
    `model.${provider}`,
    { model, ...network },
  ]);
  return { 'model.scripted': { dialogue: firstDialogue }, ...Object.fromEntries(ofVendors) };
}

export const firstAnalysis: NonNullable<Configuration['analysis']> = {
  ...{ summary: true, sentiment: true, structuredDataSchema: null, rubrics: [] },
};

export const firstMemory: NonNullable<Configuration['memory']> = {
  scope: 'agent',
  writtenBy: { analysis: true, tool: true },
  charactersMax: 2000,
  keepDays: 365,
};

export const firstKnowledge: NonNullable<Configuration['knowledge']> = { sourceIds: 'all', chunksMax: 4 };

export const firstDestination: Configuration['transferDestinations'][number] = {
  name: '',
  description: null,
  type: 'phone',
  destination: '',
  skills: [],
  mode: 'blind',
  summaryPrompt: null,
  fallback: 'return',
};

/** The tools that an agent has at most once, by type. */
export const ownTools: Record<string, { name: string; label: string }> = {
  endCall: { name: 'endCall', label: 'End call' },
  transfer: { name: 'transferCall', label: 'Transfer call' },
  setCallSessionData: { name: 'setCallSessionData', label: 'Save session data' },
  sendDtmf: { name: 'sendDtmf', label: 'Send DTMF digits' },
  leaveVoicemail: { name: 'leaveVoicemail', label: 'Leave a voicemail' },
  optOut: { name: 'optOut', label: 'Add to suppression list' },
  pauseRecording: { name: 'pauseRecording', label: 'Pause recording' },
};

const noParameters = { type: 'object', properties: {} };
/** Tools that name another agent. */
export const otherAgentTools: Record<string, { label: string; tool: object }> = {
  handOver: {
    label: 'Hand over to an agent',
    tool: {
      ...{ type: 'handOver', name: 'handOver', description: '', agentId: '', message: null },
      ...{ opening: 'answer', history: 'all', turns: 5, variables: 'all', parameters: noParameters },
      mayReturn: false,
    },
  },
  consult: {
    label: 'Ask an agent',
    tool: {
      ...{ type: 'consult', name: 'ask', description: '', agentId: '' },
      ...{ history: 'none', turns: 5, timeoutMs: 15_000 },
    },
  },
};

/** Tools that reach other systems. */
export const remoteTools: Record<string, { label: string; tool: object }> = {
  http: {
    label: 'HTTP request',
    tool: {
      ...{ type: 'http', name: '', description: '', parameters: noParameters },
      ...{ url: '', method: 'GET', headers: {}, timeoutMs: 10_000 },
    },
  },
  mcp: {
    label: 'MCP server',
    tool: { type: 'mcp', name: '', url: '', headers: {} },
  },
  workflow: {
    label: 'Workflow',
    tool: {
      ...{ type: 'workflow', name: '', description: '', parameters: noParameters },
      ...{ workflowId: '', timeoutMs: 10_000 },
    },
  },
};
