import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlowStartDraft } from '../flow-trace/index.ts';
import type { AgentEditing } from './use-agent-form.ts';

const route = getRouteApi('/frame/agents/$agentId');

/** Begins a test in a stage. Unsaved edits are saved as a draft first; rejects when that fails. */
export type TryStage = (stage: string, tab: 'try' | 'browser-call') => Promise<void>;

/** Returns where tests of the agent's flow begin, in chats and browser calls. `number` changes with each `tryStage`. */
export function useTrial(editing: AgentEditing, stage = '') {
  const navigate = route.useNavigate();
  const [start, setStart] = useState<FlowStartDraft>({ stage, texts: {} });
  const [number, setNumber] = useState(0);
  const tryStage: TryStage = async (from, tab) => {
    if (editing.isDirty) await editing.save();
    setStart(({ texts }) => ({ stage: from, texts }));
    setNumber((before) => before + 1);
    await navigate({ search: { tab, stage: from } });
  };
  return { start, setStart, number, tryStage };
}
