let context: CanvasRenderingContext2D | null = null;

/** Returns the width of text in the size of nodes and labels, in units of the canvas. */
export function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length * 7;
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  // A little more, because browsers round the width of a line.
  return context.measureText(text).width * 1.02;
}
