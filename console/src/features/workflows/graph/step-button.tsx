import { NodeButton } from '../../graph/index.ts';
import { typeLabel } from '../definition/step-types.ts';
import { writeDragged } from './dragged.ts';
import { useGraph } from './graph-context.ts';
import { StepIcon } from './step-icon.tsx';

interface StepProps {
  /** The key of the step, or `trigger`. */
  id: string;
  type: string;
  title: string;
  summary: string;
}

/** A step on the canvas. */
export function StepButton({ id, type, title, summary, isDraggable }: StepProps & { isDraggable: boolean }) {
  const { selected, onSelect, marks, editing } = useGraph();
  const mark = marks.get(id);
  return (
    <NodeButton
      {...{ id, type, title, mark, onSelect }}
      icon={<StepIcon type={type} />}
      about={aboutOf(type, summary)}
      isSelected={selected === id}
      isInTabOrder={(selected ?? 'trigger') === id}
      // In a run, steps that have not begun are dimmed.
      isUnreached={marks.size > 0 && editing === null && !mark && id !== 'trigger'}
      onDragStart={isDraggable && editing ? (event) => writeDragged(event, { key: id }) : null}
    />
  );
}

/** Returns the word for a type and the summary of a step in one line. */
export function aboutOf(type: string, summary: string): string {
  const word = type === 'trigger' ? 'Trigger' : typeLabel(type);
  return summary ? `${word} · ${summary}` : word;
}
