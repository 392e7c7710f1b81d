import { typeLabel } from '../definition/step-types.ts';
import type { ListView, StepView } from '../definition/tree.ts';
import { goByArrows } from './go-by-arrows.ts';
import { useGraph } from './graph-context.ts';
import { StepIcon } from './step-icon.tsx';

/** The graph as nested lists, for screen readers. */
export function StepList({ steps }: { steps: readonly StepView[] }) {
  return (
    <ol className="step-list">
      {steps.map(({ key, type, title, summary, lists }) => (
        <li key={key}>
          <StepButtonLine id={key} {...{ type, title, summary }} />
          {lists.map((list) => (
            <Within key={list.key} list={list} isNamed={type !== 'loop'} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function Within({ list, isNamed }: { list: ListView; isNamed: boolean }) {
  return (
    <div className="step-list-within">
      {isNamed ? <p>{list.label}</p> : null}
      {list.steps.length === 0 ? <p>nothing</p> : <StepList steps={list.steps} />}
    </div>
  );
}

/** A step as a line. */
export function StepButtonLine(props: { id: string; type: string; title: string; summary: string }) {
  const { id, type, title, summary } = props;
  const { selected, onSelect, marks } = useGraph();
  const mark = marks.get(id);
  return (
    <button
      type="button"
      className="step-list-line"
      data-step={id}
      aria-pressed={selected === id}
      onClick={() => onSelect(id)}
      onKeyDown={goByArrows}
    >
      <StepIcon type={type} />
      <strong>{title}</strong>
      <span>
        {type === 'trigger' ? 'Trigger' : typeLabel(type)}
        {summary ? ` · ${summary}` : ''}
      </span>
      {mark ? <em data-tone={mark.tone}>{mark.label}</em> : null}
    </button>
  );
}
