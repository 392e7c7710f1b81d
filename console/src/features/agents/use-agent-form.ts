import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { ApiFailure, api, type FieldFailure, read, type Schema } from '../../api/index.ts';
import { type ErrorOf, errorAt, keepTyped } from '../../ui/index.ts';
import { isSame } from '../json-text/index.ts';
import { type Agent, type Configuration, changedFields, editedOf } from './agent-labels.ts';
import { agentQuery } from './queries.ts';

/** The props that the fields of the editor receive. */
export interface AgentForm {
  values: Configuration;
  set: <Field extends keyof Configuration>(field: Field, value: Configuration[Field]) => void;
  /** Returns the API's errors for a field and its parts, by path, such as `model.provider`. */
  errorOf: ErrorOf;
  /** Returns the API's errors below a path, such as `tools.0.`. */
  errorsUnder: (path: string) => FieldFailure[];
  /** Marks a field whose JSON is invalid. Nothing is saved meanwhile. */
  setBroken: (path: string, isBroken: boolean) => void;
  isReadOnly: boolean;
}

/** Another member changed the same fields. */
export class ChangedMeanwhile extends Error {}

/** The edits of an agent. They stay until they are saved or discarded, even when the service sends newer data. */
export function useAgentForm(shown: Agent, isReadOnly: boolean) {
  const { agentId } = shown;
  const client = useQueryClient();
  const [own, setOwn] = useState(shown);
  // The saved state reaches the page some moments after the answer.
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
  // Without edits, the stored state is shown.
  if (isStale && changed.length === 0 && broken.length === 0) adopt(saved);
  /** `sent` is stored as `next`. What was typed after sending stays an edit. */
  const settle = (sent: Configuration, next: Agent) => {
    client.setQueryData(agentQuery(agentId).queryKey, next);
    setOwn(next);
    setOrigin(editedOf(next));
    setValues((now) => keepTyped(sent, now, editedOf(next)));
  };
  const edits = () => Object.fromEntries(changed.map((field) => [field, values[field]]));

  /** Returns the saved agent. Rejects when saving failed, and keeps the failure. */
  const save = async (): Promise<Agent> => {
    setFailure(null);
    try {
      const next = await saveDraft(client, agentId, origin, edits());
      settle(values, next);
      return next;
    } catch (error) {
      setFailure(error);
      throw error;
    }
  };
  const publish = async (): Promise<void> => {
    const draft = changed.length > 0 ? (await save()).draft : agent.draft;
    // Edited back to the published state: there is nothing to publish.
    if (draft === null) return;
    const next = await publishDraft(agentId).catch((error: unknown) => {
      setFailure(error);
      throw error;
    });
    settle(values, next);
    await client.invalidateQueries({ queryKey: ['agents'] });
  };
  const form = formOf({ values, isReadOnly, failure, setValues, setBrokenPaths });
  return {
    form,
    changed,
    broken,
    failure,
    isStale,
    save,
    publish,
    isDirty: changed.length > 0 || broken.length > 0,
    /** Discards the edits. */
    reset: () => adopt(saved),
    /** Keeps the edits, on top of what is stored now. */
    keepMine: () => adopt(saved, edits()),
  };
}
export type AgentEditing = ReturnType<typeof useAgentForm>;

interface FormState {
  values: Configuration;
  isReadOnly: boolean;
  failure: unknown;
  setValues: Dispatch<SetStateAction<Configuration>>;
  setBrokenPaths: Dispatch<SetStateAction<readonly string[]>>;
}

function formOf({ values, isReadOnly, failure, setValues, setBrokenPaths }: FormState): AgentForm {
  return {
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
}

/** Saves the edits as a draft. Rejects when the stored agent is no longer the one that was edited. */
async function saveDraft(
  client: QueryClient,
  agentId: string,
  origin: Configuration,
  edits: Partial<Configuration>,
): Promise<Agent> {
  const now = await client.fetchQuery({ ...agentQuery(agentId), staleTime: 0 });
  if (!isSame(editedOf(now), origin)) throw new ChangedMeanwhile('Another member changed this agent.');
  const body = { ...edits, publish: false } as Schema<'UpdateAgentInput'>;
  return read(api.PATCH('/api/agents/{agentId}', { params: { path: { agentId } }, body }));
}

function publishDraft(agentId: string): Promise<Agent> {
  return read(api.POST('/api/agents/{agentId}/publish', { params: { path: { agentId } } }));
}
