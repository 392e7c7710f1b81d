import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, api, type FieldFailure, read, type Schema } from '../../api/index.ts';
import { type ErrorOf, errorAt, keepTyped } from '../../ui/index.ts';
import { type Agent, type Configuration, changedFields, editedOf, isSame } from './agent-words.ts';
import { agentQuery } from './queries.ts';

/** What fields of the editor are given. */
export interface AgentForm {
  values: Configuration;
  set: <Field extends keyof Configuration>(field: Field, value: Configuration[Field]) => void;
  /** What the API said of a field, or of parts of it, by its path, `model.provider`. */
  errorOf: ErrorOf;
  /** What it said of whatever a path begins with, `tools.0.`. */
  errorsUnder: (path: string) => FieldFailure[];
  /** A text that is no JSON yet: nothing is saved meanwhile. */
  setBroken: (path: string, isBroken: boolean) => void;
  isReadOnly: boolean;
}

/** Of what was edited before: somebody else has changed it too. */
export class ChangedMeanwhile extends Error {}

/** The edits of an agent, kept until they are saved or given up, whatever comes from the service meanwhile. */
export function useAgentForm(shown: Agent, isReadOnly: boolean) {
  const { agentId } = shown;
  const client = useQueryClient();
  const [own, setOwn] = useState(shown);
  // What was saved from here reaches the page some moments after the answer.
  const agent = Date.parse(own.updatedAt) > Date.parse(shown.updatedAt) ? own : shown;
  const saved = editedOf(agent);
  const [origin, setOrigin] = useState(saved);
  const [values, setValues] = useState(saved);
  const [failure, setFailure] = useState<unknown>(null);
  const [broken, setBrokenPaths] = useState<readonly string[]>([]);
  const changed = changedFields(origin, values);
  const isStale = !isSame(saved, origin);
  const adopt = (from: Configuration, kept: Partial<Configuration> = {}) => {
    setOrigin(from);
    setValues({ ...from, ...kept });
    setFailure(null);
    setBrokenPaths([]);
  };
  // Nothing typed is lost by it: the page just shows what is stored now.
  if (isStale && changed.length === 0 && broken.length === 0) adopt(saved);
  /** What was sent is stored, as `next` says; what was typed after it was sent stays an edit. */
  const settle = (sent: Configuration, next: Agent) => {
    client.setQueryData(agentQuery(agentId).queryKey, next);
    setOwn(next);
    setOrigin(editedOf(next));
    setValues((now) => keepTyped(sent, now, editedOf(next)));
  };
  const edits = () => Object.fromEntries(changed.map((field) => [field, values[field]]));

  /** The agent as it is saved then; rejects, and keeps why, where it was not. */
  const save = async (): Promise<Agent> => {
    setFailure(null);
    try {
      const now = await client.fetchQuery({ ...agentQuery(agentId), staleTime: 0 });
      if (!isSame(editedOf(now), origin)) throw new ChangedMeanwhile('Another member changed this agent.');
      const body = { ...edits(), publish: false } as Schema<'UpdateAgentInput'>;
      const next = await read(api.PATCH('/api/agents/{agentId}', { params: { path: { agentId } }, body }));
      settle(values, next);
      return next;
    } catch (error) {
      setFailure(error);
      throw error;
    }
  };
  const publish = async (): Promise<void> => {
    const draft = changed.length > 0 ? (await save()).draft : agent.draft;
    // Edited back to what is published: there is nothing left to publish.
    if (draft === null) return;
    const next = await read(
      api.POST('/api/agents/{agentId}/publish', { params: { path: { agentId } } }),
    ).catch((error: unknown) => {
      setFailure(error);
      throw error;
    });
    settle(values, next);
    await client.invalidateQueries({ queryKey: ['agents'] });
  };
  const form: AgentForm = {
    values,
    isReadOnly,
    set: (field, value) => setValues((before) => ({ ...before, [field]: value })),
    errorOf: (path) => errorAt(failure, path),
    errorsUnder: (path) =>
      failure instanceof ApiFailure ? failure.fields.filter(({ field }) => field.startsWith(path)) : [],
    setBroken: (path, isBroken) =>
      setBrokenPaths((before) => {
        const others = before.filter((one) => one !== path);
        return isBroken ? [...others, path] : others.length === before.length ? before : others;
      }),
  };
  return {
    ...{ form, changed, broken, failure, isStale, save, publish },
    isDirty: changed.length > 0 || broken.length > 0,
    /** Gives the edits up for what is stored. */
    reset: () => adopt(saved),
    /** Goes on with the edits on top of what is stored now. */
    keepMine: () => adopt(saved, edits()),
  };
}
export type AgentEditing = ReturnType<typeof useAgentForm>;
