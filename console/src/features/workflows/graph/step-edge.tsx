import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';

/** A line of the layout, as the canvas library takes it. */
export type StepEdge = Edge<{ bendY: number | null }, 'step'>;

const radius = 8;

/** A line that goes down, sideways if needed, and down again, with round corners. */
function StepLine({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<StepEdge>) {
  const bendY = data?.bendY ?? (sourceY + targetY) / 2;
  const across = targetX - sourceX;
  if (Math.abs(across) < 1)
    return <BaseEdge path={`M${sourceX} ${sourceY}V${targetY}`} interactionWidth={0} />;
  const turn = Math.min(
    radius,
    Math.abs(across) / 2,
    Math.max(0, bendY - sourceY),
    Math.max(0, targetY - bendY),
  );
  const side = Math.sign(across) * turn;
  const path = [
    `M${sourceX} ${sourceY}V${bendY - turn}`,
    `Q${sourceX} ${bendY} ${sourceX + side} ${bendY}`,
    `H${targetX - side}`,
    `Q${targetX} ${bendY} ${targetX} ${bendY + turn}`,
    `V${targetY}`,
  ];
  return <BaseEdge path={path.join('')} interactionWidth={0} />;
}

export const edgeTypes = { step: StepLine };
