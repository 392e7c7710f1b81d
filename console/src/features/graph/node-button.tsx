import { VisuallyHidden } from '@mantine/core';
import type { DragEvent, ReactNode } from 'react';
import { goByArrows } from './go-by-arrows.ts';
import { MarkSign } from './mark-sign.tsx';
import type { Mark } from './marks.ts';

interface NodeButtonProps {
  /** Identifies the node on the canvas. */
  id: string;
  icon: ReactNode;
  /** Distinguishes nodes whose icon is highlighted. */
  type: string;
  title: string;
  about: string;
  mark: Mark | undefined;
  isSelected: boolean;
  /** One node of a graph is in the order of Tab. Arrow keys move between nodes. */
  isInTabOrder: boolean;
  /** Dimmed, because the run or call has not come here. */
  isUnreached: boolean;
  onSelect: (id: string) => void;
  /** Makes the node draggable. */
  onDragStart?: ((event: DragEvent) => void) | null;
  /** More lines below the title. */
  children?: ReactNode;
}

/** A node on the canvas. */
export function NodeButton(props: NodeButtonProps) {
  const { id, icon, type, title, about, mark, onSelect, onDragStart = null, children } = props;
  return (
    <button
      type="button"
      className="graph-node nopan"
      data-node={id}
      data-tone={mark?.tone}
      data-unreached={props.isUnreached || undefined}
      aria-pressed={props.isSelected}
      tabIndex={props.isInTabOrder ? 0 : -1}
      onClick={() => onSelect(id)}
      onKeyDown={goByArrows}
      draggable={onDragStart !== null}
      onDragStart={onDragStart ?? undefined}
    >
      <span className="graph-node-head">
        <span className="graph-node-icon" data-type={type}>
          {icon}
        </span>
        <span className="graph-node-words">
          <span className="graph-node-title">{title}</span>
          <span className="graph-node-about">{about}</span>
        </span>
        {mark ? (
          <span className="graph-mark" data-tone={mark.tone} title={mark.label}>
            <MarkSign mark={mark} />
            <VisuallyHidden>{mark.label}</VisuallyHidden>
          </span>
        ) : null}
      </span>
      {children}
    </button>
  );
}
