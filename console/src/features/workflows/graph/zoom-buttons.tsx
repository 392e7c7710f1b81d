import { Button } from '@mantine/core';
import { useReactFlow } from '@xyflow/react';

/** How near one looks at the graph. */
export function ZoomButtons() {
  const flow = useReactFlow();
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Button.Group>
      <Button {...button} onClick={() => void flow.zoomOut()} aria-label="Zoom out">
        −
      </Button>
      <Button {...button} onClick={() => void flow.zoomIn()} aria-label="Zoom in">
        +
      </Button>
      <Button {...button} onClick={() => void flow.fitView({ maxZoom: 1, padding: 0.08 })}>
        Fit graph
      </Button>
    </Button.Group>
  );
}
