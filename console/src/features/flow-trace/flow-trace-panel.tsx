import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FlowTraceProps } from './flow-trace.tsx';

const FlowTrace = lazy(async () => ({ default: (await import('./flow-trace.tsx')).FlowTrace }));

/** Shows a conversation on the graph of its flow. The graph is loaded when the first conversation with a flow is shown. */
export function FlowTracePanel(props: FlowTraceProps) {
  return (
    <Suspense fallback={<Skeleton height={420} aria-busy="true" />}>
      <FlowTrace {...props} />
    </Suspense>
  );
}
