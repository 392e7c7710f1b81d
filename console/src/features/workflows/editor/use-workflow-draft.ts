import { useEffect, useMemo, useRef, useState } from 'react';
import { keepTyped } from '../../../ui/index.ts';
import { isObject, type Parsed, parseObject, textOf } from '../../json-text/index.ts';
import { type StepView, stepsOf } from '../definition/tree.ts';
import type { Trigger, Workflow } from '../workflow-labels.ts';

/** The edited parts of a workflow; the definition as text. */
interface Content {
  name: string;
  trigger: Trigger;
  text: string;
}

/** A workflow as it is being edited. */
export interface WorkflowDraft extends Content {
  parsed: Parsed;
  /** The last valid definition, which the graph shows. */
  definition: unknown;
  steps: StepView[];
  isDirty: boolean;
  /** Another member saved meanwhile. */
  isOvertaken: boolean;
  /** The stored state that this edits, for the API's lock. */
  updatedAt: string;
  change: (changed: Partial<Content>) => void;
  /**
   * Changes the definition from the graph or a form. It can be undone; consecutive changes with one name are undone
   * together.
   */
  changeDefinition: (definition: unknown, name?: string) => void;
  undo: (() => void) | null;
  /** Must be called when `sent` was stored as `stored`, so that it does not count as another member's change. */
  saved: (sent: Content, stored: Workflow) => void;
  /** Takes the stored state, and discards edits. */
  discard: () => void;
  /** Keeps the edits. The next save overwrites the stored state. */
  keepMine: () => void;
}

const undoMax = 100;

/** Returns the editor's copy of a workflow. Without edits it follows the stored state. */
export function useWorkflowDraft(workflow: Workflow): WorkflowDraft {
  const [base, setBase] = useState(() => contentOf(workflow));
  const [content, setContent] = useState(base);
  const [past, setPast] = useState<{ text: string; name: string | undefined }[]>([]);
  const [own, setOwn] = useState<{ sent: Content; updatedAt: string } | null>(null);
  const stored = contentOf(workflow);
  const isDirty = !isSame(content, base);
  const isChangedElsewhere = !isSame(stored, base);
  const parsed = useMemo(() => parseObject(content.text), [content.text]);
  const readable = useRef<unknown>(workflow.definition);
  if (parsed.value !== null) readable.current = parsed.value;
  const definition = readable.current;
  const steps = useMemo(() => stepsOf(definition), [definition]);
  const discard = () => {
    setBase(stored);
    setContent(stored);
    setPast([]);
  };
  // The state that was just saved from here is also the stored state.
  const isFollowing = isChangedElsewhere && (!isDirty || isSame(stored, content));
  // Saved from here, but the author typed on, or the service stored it differently, for example without spaces.
  const isOwn = isChangedElsewhere && !isFollowing && own?.updatedAt === workflow.updatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows once for each stored state
  useEffect(() => {
    if (isFollowing) discard();
    else if (isOwn && own) {
      setBase(stored);
      setContent((now) => keepTyped(own.sent, now, stored));
    }
  }, [isFollowing, isOwn, workflow.updatedAt]);
  return {
    ...content,
    parsed,
    definition,
    steps,
    isDirty,
    discard,
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
      // Nothing changed in effect, such as a name with an added space, so no refresh will follow.
      const kept = contentOf(saved);
      if (isSame(kept, base)) setContent((now) => keepTyped(sent, now, kept));
    },
    keepMine: () => setBase(stored),
  };
}

function contentOf({ name, trigger, definition }: Workflow): Content {
  return { name, trigger, text: textOf(definition) };
}

/** Compares two contents, ignoring spaces and the order of fields. */
function isSame(one: Content, other: Content): boolean {
  return one.name === other.name && meaning(one) === meaning(other);
}

function meaning({ trigger, text }: Content): string {
  const { value: definition } = parseObject(text);
  return JSON.stringify([trigger, definition ?? text], (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
