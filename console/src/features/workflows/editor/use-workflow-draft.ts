import { useEffect, useMemo, useRef, useState } from 'react';
import { keepTyped } from '../../../ui/index.ts';
import { type Parsed, parseDefinition, textOf } from '../definition/parse.ts';
import { isObject, type StepView, stepsOf } from '../definition/tree.ts';
import type { Trigger, Workflow } from '../workflow-words.ts';

/** What is edited of a workflow; the definition as the text that its author sees. */
interface Content {
  name: string;
  trigger: Trigger;
  text: string;
}

/** A workflow as it is being edited. */
export interface WorkflowDraft extends Content {
  parsed: Parsed;
  /** The definition as it was last readable: what the graph shows. */
  definition: unknown;
  steps: StepView[];
  isDirty: boolean;
  /** Somebody else saved while this was edited. */
  isOvertaken: boolean;
  /** The state of the workflow that this is an edit of, for the lock of the API. */
  updatedAt: string;
  change: (changed: Partial<Content>) => void;
  /** Another definition, by the graph or a form; it can be undone. Changes in a row of the same name are undone at once. */
  changeDefinition: (definition: unknown, name?: string) => void;
  undo: (() => void) | null;
  /** Says that what was sent is stored, as the service has it: this is nobody else's change. */
  saved: (sent: Content, stored: Workflow) => void;
  /** Takes what is stored, and forgets what was edited. */
  discard: () => void;
  /** Keeps what was edited, and lets the next save overwrite what is stored. */
  keepMine: () => void;
}

const undoMax = 100;

/** A copy of a workflow that is the editor's own until it is saved. Where nothing was edited, it follows what is stored. */
export function useWorkflowDraft(workflow: Workflow): WorkflowDraft {
  const [base, setBase] = useState(() => contentOf(workflow));
  const [content, setContent] = useState(base);
  const [past, setPast] = useState<{ text: string; name: string | undefined }[]>([]);
  const [own, setOwn] = useState<{ sent: Content; updatedAt: string } | null>(null);
  const stored = contentOf(workflow);
  const isDirty = !isSame(content, base);
  const isChangedElsewhere = !isSame(stored, base);
  const parsed = useMemo(() => parseDefinition(content.text), [content.text]);
  const readable = useRef<unknown>(workflow.definition);
  if (parsed.definition !== null) readable.current = parsed.definition;
  const definition = readable.current;
  const steps = useMemo(() => stepsOf(definition), [definition]);
  const discard = () => {
    setBase(stored);
    setContent(stored);
    setPast([]);
  };
  // What was just saved from here is what is stored, too.
  const isFollowing = isChangedElsewhere && (!isDirty || isSame(stored, content));
  // Saved from here, while its author wrote on, which stands on it now, or other than sent, such as without spaces.
  const isOwn = isChangedElsewhere && !isFollowing && own?.updatedAt === workflow.updatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows once for each state that is stored
  useEffect(() => {
    if (isFollowing) discard();
    else if (isOwn && own) {
      setBase(stored);
      setContent((now) => keepTyped(own.sent, now, stored));
    }
  }, [isFollowing, isOwn, workflow.updatedAt]);
  return {
    ...content,
    ...{ parsed, definition, steps, isDirty, discard },
    isOvertaken: isChangedElsewhere && !isFollowing && !isOwn,
    updatedAt: workflow.updatedAt,
    change: (changed) => setContent((before) => ({ ...before, ...changed })),
    changeDefinition: (next, name) => {
      const isOneMore = name !== undefined && past.at(-1)?.name === name;
      if (!isOneMore) setPast([...past, { text: content.text, name }].slice(-undoMax));
      setContent((before) => ({ ...before, text: textOf(next) }));
    },
    undo:
      past.length === 0
        ? null
        : () => {
            setContent((before) => ({ ...before, text: past.at(-1)!.text }));
            setPast(past.slice(0, -1));
          },
    saved(sent, saved) {
      setOwn({ sent, updatedAt: saved.updatedAt });
      // Kept as it was before, such as a name to which a space was added: no change of what is stored will tell.
      const kept = contentOf(saved);
      if (isSame(kept, base)) setContent((now) => keepTyped(sent, now, kept));
    },
    keepMine: () => setBase(stored),
  };
}

function contentOf({ name, trigger, definition }: Workflow): Content {
  return { name, trigger, text: textOf(definition) };
}

/** Whether two say the same: spaces, and the order of fields, make no difference. */
function isSame(one: Content, other: Content): boolean {
  return one.name === other.name && meaning(one) === meaning(other);
}

function meaning({ trigger, text }: Content): string {
  const { definition } = parseDefinition(text);
  return JSON.stringify([trigger, definition ?? text], (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
