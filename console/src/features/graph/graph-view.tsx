import './graph.css';
import { Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';

interface GraphViewProps {
  /** The canvas, which may be loaded on demand. */
  graph: ReactNode;
  /** The same nodes as lines, for small windows and screen readers. */
  list: ReactNode;
  /** Names the list for screen readers. */
  label: string;
  /** Beside the choice between graph and list. */
  aside?: ReactNode;
}

/** Shows nodes as a graph or as a list. A phone begins with the list. */
export function GraphView({ graph, list, label, aside }: GraphViewProps) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<string | null>(null);
  const view = chosen ?? (isNarrow ? 'list' : 'graph');
  return (
    <div className="graph-view">
      <Group justify="space-between" className="graph-view-head">
        <SegmentedControl
          transitionDuration={0}
          size="xs"
          aria-label="View"
          data={[
            { value: 'graph', label: 'Graph' },
            { value: 'list', label: 'List' },
          ]}
          value={view}
          onChange={setChosen}
        />
        {aside}
      </Group>
      <div className="graph-view-body">
        {view === 'graph' ? (
          <Suspense fallback={<Skeleton height="100%" aria-busy="true" />}>{graph}</Suspense>
        ) : (
          <section className="graph-lists" aria-label={label} data-graph="">
            {list}
          </section>
        )}
      </div>
    </div>
  );
}
