import type { Node } from '@xyflow/react';

/** A box of a layout. Positions and sizes are in pixels. */
interface Place {
  id: string;
  kind: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The layer of places whose kind has none of its own. */
const usualLayer = 2;

/** Returns the nodes of a canvas for the places of a layout. Places of a kind in a higher layer cover those below. */
export function placedNodes<OnePlace extends Place>(
  places: readonly OnePlace[],
  layers: Partial<Record<OnePlace['kind'], number>>,
): Node<{ place: OnePlace }, OnePlace['kind']>[] {
  return places.map((place) => {
    const kind: OnePlace['kind'] = place.kind;
    return {
      id: place.id,
      type: kind,
      position: { x: place.x, y: place.y },
      width: place.width,
      height: place.height,
      zIndex: layers[kind] ?? usualLayer,
      data: { place },
    };
  });
}
