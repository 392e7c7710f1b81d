import type { DragEvent } from 'react';

/** What is dragged over the canvas: a step that is there, or a type of steps from the palette. */
export type Dragged = { key: string } | { type: string };

const format = 'application/x-parley-step';

/** Says what is dragged from here on. */
export function writeDragged({ dataTransfer }: DragEvent, dragged: Dragged): void {
  dataTransfer.setData(format, JSON.stringify(dragged));
  dataTransfer.effectAllowed = 'copyMove';
}

/** Whether a step is dragged, which may be dropped here. */
export function isStepDragged({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(format);
}

/** What was dropped; null: nothing of ours. */
export function readDragged({ dataTransfer }: DragEvent): Dragged | null {
  const text = dataTransfer.getData(format);
  return text === '' ? null : (JSON.parse(text) as Dragged);
}
