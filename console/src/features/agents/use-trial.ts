import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { refusedField } from '../../api/index.ts';
import type { FlowStartDraft } from '../flow-trace/index.ts';
import type { Agent, Configuration } from './agent-labels.ts';
import { scriptOf, setScript } from './script.ts';
import { type AgentEditing, ChangedMeanwhile } from './use-agent-form.ts';

const route = getRouteApi('/frame/agents/$agentId');

/** Begins a test in a stage. Unsaved edits are saved as a draft first; rejects when that fails. */
export type TryStage = (stage: string, tab: 'try' | 'browser-call') => Promise<void>;

/** Where tests of the agent's flow begin, and what they test. */
export type Trial = ReturnType<typeof useTrial>;

/** Returns where tests of the agent's flow begin, in chats and browser calls. `number` changes with each `tryStage`. */
export function useTrial(agent: Agent, editing: AgentEditing, stage = '') {
  const navigate = route.useNavigate();
  const [start, setStart] = useState<FlowStartDraft>({ stage, texts: {} });
  const [number, setNumber] = useState(0);
  const { isDirty, form } = editing;
  const tryStage: TryStage = async (from, tab) => {
    if (isDirty) await editing.save();
    setStart(({ texts }) => ({ stage: from, texts }));
    setNumber((before) => before + 1);
    await navigate({ search: { tab, stage: from } });
  };
  /** Returns the agent to test, with unsaved edits saved as its draft. Rejects when they cannot be saved. */
  const prepare = async (): Promise<Agent> => {
    if (!isDirty) return agent;
    const [broken] = editing.broken;
    if (broken) throw refusedField(broken, `${broken} is not valid yet. Correct it, then try again.`);
    return await editing.save().catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) throw refusedField('agent', changedMeanwhile);
      throw error;
    });
  };
  const unsaved: Configuration | null = isDirty ? form.values : null;
  const script = form.isReadOnly ? null : scriptOf(form.values);
  /** The script that is edited, and how to change it; null when there is none. */
  const teaching = script && {
    dialogue: script.dialogue,
    onChange: (dialogue: typeof script.dialogue) => setScript(form, dialogue),
  };
  return { start, setStart, number, tryStage, prepare, unsaved, teaching };
}

const changedMeanwhile = 'Another member changed this agent. Choose below the editor how to continue.';
