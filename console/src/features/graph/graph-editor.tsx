import './graph.css';
import './editor.css';
import { Group, Paper, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

interface GraphEditorProps<Panel extends string> {
  graph: ReactNode;
  /** What can be shown beside the graph. */
  panels: readonly { value: Panel; label: string }[];
  panel: Panel;
  onPanel: (panel: Panel) => void;
  /** The shown panel. */
  children: ReactNode;
  /** The problems below both. */
  below: ReactNode;
}

/** A graph beside the panel in which it is edited. */
export function GraphEditor<Panel extends string>(props: GraphEditorProps<Panel>) {
  const { graph, panels, panel, onPanel, children, below } = props;
  return (
    <div className="graph-editor">
      <Paper withBorder className="graph-editor-graph">
        {graph}
      </Paper>
      <Paper withBorder className="graph-editor-beside">
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
