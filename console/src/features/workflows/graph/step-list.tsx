import { NodeLine } from '../../graph/index.ts';
import type { ListView, StepView } from '../definition/tree.ts';
import { useGraph } from './graph-context.ts';
import { aboutOf } from './step-button.tsx';
import { StepIcon } from './step-icon.tsx';

/** The graph as nested lists, for screen readers. */
export function StepList({ steps }: { steps: readonly StepView[] }) {
  return (
    <ol className="graph-list">
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
  return (
    <NodeLine
      {...{ id, title, onSelect }}
      icon={<StepIcon type={type} />}
      about={aboutOf(type, summary)}
      mark={marks.get(id)}
      isSelected={selected === id}
    />
  );
}
