import type { DragEvent } from 'react';

/** The item that is dragged over the canvas: an existing step, or a step type from the palette. */
export type Dragged = { key: string } | { type: string };

const format = 'application/x-parley-step';

/** Stores the dragged item. */
export function writeDragged({ dataTransfer }: DragEvent, dragged: Dragged): void {
  dataTransfer.setData(format, JSON.stringify(dragged));
  dataTransfer.effectAllowed = 'copyMove';
}

/** Returns true when a step is dragged. */
export function isStepDragged({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(format);
}

/** Returns the dropped item, or null when it is not a step. */
export function readDragged({ dataTransfer }: DragEvent): Dragged | null {
  const text = dataTransfer.getData(format);
  return text === '' ? null : (JSON.parse(text) as Dragged);
}
