import './graph.css';
import './editor.css';
import { Group, Paper, SegmentedControl } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

interface GraphEditorProps<Panel extends string> {
  graph: ReactNode;
  /** The panels beside the graph. */
  panels: readonly { value: Panel; label: string }[];
  panel: Panel;
  onPanel: (panel: Panel) => void;
  /** The shown panel. */
  children: ReactNode;
  /** The problems below both. */
  below: ReactNode;
  /** A change scrolls to the panel where it stands below the graph. */
  shown: unknown;
}

/** A graph beside the panel in which it is edited. */
export function GraphEditor<Panel extends string>(props: GraphEditorProps<Panel>) {
  const { graph, panels, panel, onPanel, children, below, shown } = props;
  const beside = useScrollTo(shown);
  return (
    <div className="graph-editor">
      <Paper withBorder className="graph-editor-graph">
        {graph}
      </Paper>
      <Paper withBorder className="graph-editor-beside" ref={beside}>
        <Group className="graph-view-head">
          <SegmentedControl
            transitionDuration={0}
            size="xs"
            aria-label="Editor panel"
            data={[...panels]}
            value={panel}
            onChange={(value) => onPanel(value as Panel)}
          />
        </Group>
        {children}
      </Paper>
      <div className="graph-editor-below">{below}</div>
    </div>
  );
}

/** Scrolls to an element after each change of `shown`, if less than a part of it is in sight. */
function useScrollTo(shown: unknown): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const { current } = element;
    if (current && current.getBoundingClientRect().top > window.innerHeight * 0.6)
      current.scrollIntoView({ block: 'start' });
  }, [shown]);
  return element;
}
