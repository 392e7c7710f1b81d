import { VisuallyHidden } from '@mantine/core';
import type { Tone } from '../../../ui/index.ts';
import { typeLabel } from '../definition/step-types.ts';
import { writeDragged } from './dragged.ts';
import { goByArrows } from './go-by-arrows.ts';
import { useGraph } from './graph-context.ts';
import type { Mark } from './marks.ts';
import { StepIcon } from './step-icon.tsx';

interface StepButtonProps {
  /** The key of the step, or `trigger`. */
  id: string;
  type: string;
  title: string;
  summary: string;
  isDraggable: boolean;
}

/** A step on the canvas. One step is in the order of Tab; arrow keys move between steps. */
export function StepButton({ id, type, title, summary, isDraggable }: StepButtonProps) {
  const { selected, onSelect, marks, editing } = useGraph();
  const mark = marks.get(id);
  const word = type === 'trigger' ? 'Trigger' : typeLabel(type);
  // In a run, steps that have not begun are dimmed.
  const isUnreached = marks.size > 0 && editing === null && !mark && id !== 'trigger';
  return (
    <button
      type="button"
      className="flow-step nopan"
      data-step={id}
      data-tone={mark?.tone}
      data-unreached={isUnreached || undefined}
      aria-pressed={selected === id}
      tabIndex={(selected ?? 'trigger') === id ? 0 : -1}
      onClick={() => onSelect(id)}
      onKeyDown={goByArrows}
      draggable={isDraggable && editing !== null}
      onDragStart={(event) => writeDragged(event, { key: id })}
    >
      <span className="flow-step-icon" data-type={type}>
        <StepIcon type={type} />
      </span>
      <span className="flow-step-words">
        <span className="flow-step-title">{title}</span>
        <span className="flow-step-about">
          {word}
          {summary ? ` · ${summary}` : ''}
        </span>
      </span>
      {mark ? (
        <span className="flow-mark" data-tone={mark.tone} title={mark.label}>
          <MarkSign mark={mark} />
          <VisuallyHidden>{mark.label}</VisuallyHidden>
        </span>
      ) : null}
    </button>
  );
}

const signs: Readonly<Record<Tone, string>> = {
  good: 'M4.5 8.2 7 10.5 11.5 5.8',
  bad: 'M8 4.5v4.2M8 11.2v.1',
  busy: 'M8 4.8V8.2l2.2 1.3',
  waiting: 'M6.5 5.2v5.6M9.5 5.2v5.6',
  neutral: 'M5 8h6',
};

/** Shows the state by a sign, not by colour alone. */
function MarkSign({ mark: { tone, pulse } }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" data-pulse={pulse || undefined}>
      <circle cx="8" cy="8" r="7.5" fill="currentColor" />
      <path
        d={signs[tone]}
        stroke="var(--parley-surface)"
        strokeWidth="1.6"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  );
}
