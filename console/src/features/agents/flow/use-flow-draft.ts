import { useEffect, useMemo, useRef, useState } from 'react';
import { type Parsed, parseObject, textOf } from '../../json-text/index.ts';
import type { Configuration } from '../agent-labels.ts';
import type { AgentEditing } from '../use-agent-form.ts';

/** An agent's flow as it is being edited, as JSON and as text. It is part of the agent's unsaved changes. */
export interface FlowDraft {
  flow: unknown;
  text: string;
  parsed: Parsed;
  /** Changes the flow from a form. Consecutive changes with one name are undone together. */
  change: (flow: unknown, name?: string) => void;
  /** Changes the text. Invalid text stays, and the agent cannot be saved meanwhile. */
  type: (text: string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

const undoMax = 100;
const field = 'flow';

/** Returns the editor's copy of the form's flow, which must not be null. */
export function useFlowDraft({ form, broken }: AgentEditing): FlowDraft {
  const { flow } = form.values;
  const { setBroken } = form;
  const [text, setText] = useState(() => textOf(flow));
  const [past, setPast] = useState<{ flow: unknown; name: string | undefined }[]>([]);
  const [future, setFuture] = useState<unknown[]>([]);
  const given = useRef<unknown>(flow);
  const parsed = useMemo(() => parseObject(text), [text]);
  // The flow was saved, or the edits were discarded.
  const isDiscarded = parsed.error !== null && !broken.includes(field);
  if (given.current !== flow || isDiscarded) {
    given.current = flow;
    setText(textOf(flow));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the editor is closed
  useEffect(() => () => setBroken(field, false), []);
  const put = (next: unknown, typed = textOf(next)) => {
    given.current = next;
    setText(typed);
    form.set('flow', next as Configuration['flow']);
    setBroken(field, false);
  };
  const remember = (name?: string) => {
    const isOneMore = name !== undefined && past.at(-1)?.name === name;
    if (!isOneMore) setPast([...past, { flow, name }].slice(-undoMax));
    setFuture([]);
  };
  return {
    ...{ flow, text, parsed },
    change(next, name) {
      remember(name);
      put(next);
    },
    type(typed) {
      const { value } = parseObject(typed);
      if (value === null) {
        setText(typed);
        setBroken(field, true);
        return;
      }
      remember('text');
      put(value, typed);
    },
    undo:
      past.length === 0
        ? null
        : () => {
            setPast(past.slice(0, -1));
            setFuture([...future, flow]);
            put(past.at(-1)!.flow);
          },
    redo:
      future.length === 0
        ? null
        : () => {
            setPast([...past, { flow, name: undefined }]);
            setFuture(future.slice(0, -1));
            put(future.at(-1));
          },
  };
}
