import type { Configuration } from './agent-labels.ts';

/** A section of the editor: its title in the list, and the fields that it holds. */
export interface AgentSection {
  id: string;
  title: string;
  fields: readonly (keyof Configuration)[];
}

/** The sections of the editor, in order. */
export const agentSections = [
  { id: 'basics', title: 'Basics', fields: ['name', 'language', 'languages', 'prompt', 'firstMessage'] },
  { id: 'variables', title: 'Variables', fields: ['variables'] },
  { id: 'speech', title: 'Model and voice', fields: ['model', 'voice', 'transcriber', 'speechToSpeech'] },
  { id: 'behaviour', title: 'During a call', fields: ['conversation', 'limits'] },
  { id: 'knowledge', title: 'Knowledge', fields: ['knowledge'] },
  { id: 'tools', title: 'Tools', fields: ['tools'] },
  { id: 'transfers', title: 'Transfers', fields: ['transferDestinations'] },
  { id: 'guard-rails', title: 'Guard rails', fields: ['guardRails'] },
  { id: 'analysis', title: 'Analysis', fields: ['analysis'] },
  { id: 'memory', title: 'Memory', fields: ['memory'] },
] as const satisfies readonly AgentSection[];

export type SectionId = (typeof agentSections)[number]['id'];

/** Returns the id of the element that holds a section. */
export function elementOf(id: string): string {
  return `agent-${id}`;
}
