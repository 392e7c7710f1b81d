import { VisuallyHidden } from '@mantine/core';
import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  Handle,
  type Node,
  type NodeProps,
  Position,
} from '@xyflow/react';
import { spacedName } from '../flow-stages/index.ts';
import { NodeButton } from '../graph/index.ts';
import { useFlowGraph } from './flow-graph-context.ts';
import { pathOf } from './lines.ts';
import type { Line, Place } from './region.ts';
import { StageIcon } from './stage-icon.tsx';
import { aboutStage, firstWords, reachText, stageFacts, waysText } from './stage-text.ts';

/** A place of the layout, as the canvas library takes it. */
type FlowNode = Node<{ place: Place }, Place['kind']>;
/** A line of the layout, as the canvas library takes it. */
export type FlowEdge = Edge<{ line: Line }, 'way'>;

/** Invisible ends, without which the library draws no line. */
function Ends() {
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </>
  );
}

function StageNode({ data: { place } }: NodeProps<FlowNode>) {
  const { selected, onSelect, marks, tabStop, isTrace } = useFlowGraph();
  if (place.kind !== 'stage') return null;
  const { stage } = place;
  const mark = marks.get(stage.name);
  const words = firstWords(stage);
  const reach = reachText(stage);
  const facts = stageFacts(stage);
  return (
    <>
      <NodeButton
        id={stage.name}
        icon={<StageIcon kind={stage.kind} />}
        type={stage.isStart ? 'start' : stage.kind}
        title={spacedName(stage.name)}
        about={aboutStage(stage)}
        mark={mark}
        isSelected={selected === stage.name}
        isInTabOrder={tabStop === stage.name}
        isUnreached={isTrace && !mark}
        onSelect={onSelect}
      >
        {words === '' && reach === null && facts.length === 0 && !mark ? null : (
          <span className="flow-node-rows">
            {words === '' ? null : <span className="flow-node-words">{words}</span>}
            {reach === null ? null : (
              <span className="flow-node-words flow-node-reach" title={reach}>
                <VisuallyHidden>From every stage: </VisuallyHidden>
                {reach}
              </span>
            )}
            {facts.map((fact) => (
              <span key={fact} className="flow-node-fact" title={fact}>
                {fact}
              </span>
            ))}
            {mark ? (
              <span className="flow-node-note" data-tone={mark.tone} title={mark.label} aria-hidden="true">
                {mark.label}
              </span>
            ) : null}
            <VisuallyHidden>{waysText(stage)}</VisuallyHidden>
          </span>
        )}
      </NodeButton>
      <Ends />
    </>
  );
}

/** The conditions of a way. Screen readers hear them at the stage. */
function LabelNode({ data: { place } }: NodeProps<FlowNode>) {
  const { taken } = useFlowGraph();
  if (place.kind !== 'label') return null;
  return (
    <span
      className="graph-tag flow-label"
      data-taken={taken.has(`${place.from}→${place.to}`) || undefined}
      title={place.rows.map(({ text }) => text).join('\n')}
      aria-hidden="true"
    >
      {place.rows.map(({ text, lineCount }) => (
        <span key={text} data-lines={lineCount}>
          {text}
        </span>
      ))}
    </span>
  );
}

/** Leads to a stage that is drawn elsewhere, or names one that does not exist. */
function StubNode({ data: { place } }: NodeProps<FlowNode>) {
  const { onSelect } = useFlowGraph();
  if (place.kind !== 'stub') return null;
  const { from, to, isLost } = place;
  return (
    <>
      <button
        type="button"
        className="graph-pill flow-stub nopan"
        data-lost={isLost || undefined}
        tabIndex={-1}
        onClick={() => onSelect(isLost ? from : to)}
        title={isLost ? (to === from ? 'A stage cannot lead to itself' : `There is no stage ${to}`) : to}
      >
        → {spacedName(to) || 'no stage'}
      </button>
      <Ends />
    </>
  );
}

function FrameNode({ data: { place } }: NodeProps<FlowNode>) {
  return place.kind === 'frame' ? <span className="graph-frame flow-frame">{place.title}</span> : null;
}

/** The component of each kind of place. */
export const nodeTypes = { stage: StageNode, label: LabelNode, stub: StubNode, frame: FrameNode };

function WayLine({ data }: EdgeProps<FlowEdge>) {
  const { taken } = useFlowGraph();
  if (!data) return null;
  const { points, from, to } = data.line;
  const [before, tip] = points.slice(-2) as [Line['points'][number], Line['points'][number]];
  const back = tip.y > before.y ? -7 : 7;
  const isTaken = taken.has(`${from}→${to}`);
  return (
    <g className="flow-way" data-taken={isTaken || undefined}>
      <BaseEdge path={pathOf(points)} interactionWidth={0} />
      <path
        className="flow-tip"
        d={`M${tip.x - 4.5} ${tip.y + back}L${tip.x + 4.5} ${tip.y + back}L${tip.x} ${tip.y}Z`}
      />
    </g>
  );
}

export const edgeTypes = { way: WayLine };
