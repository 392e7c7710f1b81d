import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { GapButton } from './gap-button.tsx';
import { useGraph } from './graph-context.ts';
import { type Place, stepSize } from './layout.ts';
import { StepButton } from './step-button.tsx';

/** A place of the layout, as the canvas library takes it. */
type PlacedNode = Node<{ place: Place }, Place['kind']>;

/** Invisible ends of lines. */
function Ends({ hasInner = false }: { hasInner?: boolean }) {
  return (
    <>
      <Handle type="target" position={Position.Top} id="top" isConnectable={false} />
      <Handle type="source" position={Position.Bottom} id="bottom" isConnectable={false} />
      {hasInner ? (
        <Handle
          type="source"
          position={Position.Bottom}
          id="inner"
          isConnectable={false}
          style={{ top: stepSize.height, bottom: 'auto' }}
        />
      ) : null}
    </>
  );
}

function StartNode() {
  const { triggerLabel: triggerWords } = useGraph();
  return (
    <>
      <StepButton id="trigger" type="trigger" title="Start" summary={triggerWords} isDraggable={false} />
      <Ends />
    </>
  );
}

function StepNode({ data: { place } }: NodeProps<PlacedNode>) {
  if (place.kind !== 'step' && place.kind !== 'loop') return null;
  const { key, type, title, summary } = place.step;
  return (
    <>
      {place.kind === 'loop' ? <div className="graph-frame steps-loop" aria-hidden="true" /> : null}
      <StepButton id={key} type={type} title={title} summary={summary} isDraggable />
      <Ends hasInner={place.kind === 'loop'} />
    </>
  );
}

function DotNode() {
  return (
    <>
      <span className="steps-dot" />
      <Ends />
    </>
  );
}

function FinishNode() {
  return (
    <>
      <span className="graph-pill steps-finish">End</span>
      <Ends />
    </>
  );
}

function LabelNode({ data: { place } }: NodeProps<PlacedNode>) {
  return place.kind === 'label' ? (
    <span className="graph-label" title={place.text}>
      <span className="graph-tag">{place.text}</span>
    </span>
  ) : null;
}

function GapNode({ data: { place } }: NodeProps<PlacedNode>) {
  return place.kind === 'gap' ? <GapButton gap={place.gap} /> : null;
}

/** The component of each kind of place. */
export const nodeTypes = {
  start: StartNode,
  step: StepNode,
  loop: StepNode,
  dot: DotNode,
  finish: FinishNode,
  label: LabelNode,
  gap: GapNode,
};
