interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
}

/** A line between two boxes, by way of points between the other boxes of their ranks. */
export interface Course {
  source: Box;
  target: Box;
  /** From the source to the target. `half` is half the height of the rank, through which the line goes straight. */
  inner: (Point & { half: number })[];
}

/** One end of a line, at the upper or lower side of a box. */
interface End {
  box: Box;
  isBottom: boolean;
  /** The position on the side, towards the next point of the line. */
  x: number;
}

const cornerRoom = 18;
const endsApart = 18;

/** Returns the points of each line. It is straight from the second to the third point, from the fourth to the fifth, … */
export function pointsOfLines(courses: readonly Course[]): Point[][] {
  const ends = courses.map(({ source, target, inner }) => {
    const isDown = source.y < target.y;
    const start: End = { box: source, isBottom: isDown, x: inner[0]?.x ?? middleOf(target) };
    const end: End = { box: target, isBottom: !isDown, x: inner.at(-1)?.x ?? middleOf(source) };
    return { start, end, isDown };
  });
  spread(ends.flatMap(({ start, end }) => [start, end]));
  return courses.map(({ inner }, index) => {
    const { start, end, isDown } = ends[index]!;
    const sign = isDown ? 1 : -1;
    const straight = inner.flatMap(({ x, y, half }) => [
      { x, y: y - sign * half },
      { x, y: y + sign * half },
    ]);
    return [pointOf(start), ...straight, pointOf(end)];
  });
}

/** Distributes the ends at each side of a box, in the order of their directions. */
function spread(ends: readonly End[]): void {
  const sides = Map.groupBy(ends, ({ box, isBottom }) => `${box.x} ${box.y} ${isBottom}`);
  for (const side of sides.values()) {
    const sorted = side.toSorted((one, other) => one.x - other.x);
    const { box } = sorted[0]!;
    const [left, right] = [box.x + cornerRoom, box.x + box.width - cornerRoom];
    const apart = Math.min(endsApart, (right - left) / Math.max(1, sorted.length - 1));
    sorted.forEach((end, index) => {
      const least = index === 0 ? left : sorted[index - 1]!.x + apart;
      end.x = Math.max(least, Math.min(end.x, right - (sorted.length - 1 - index) * apart));
    });
  }
}

/** Returns a line as an SVG path, with round turns between the ranks. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...others] = points;
  let path = `M${first!.x} ${first!.y}`;
  let at = first!;
  for (const [index, to] of others.entries()) {
    const middle = (at.y + to.y) / 2;
    const isStraight = index % 2 === 1 || Math.abs(at.x - to.x) < 0.5;
    path += isStraight ? `L${to.x} ${to.y}` : `C${at.x} ${middle} ${to.x} ${middle} ${to.x} ${to.y}`;
    at = to;
  }
  return path;
}

function pointOf({ box, isBottom, x }: End): Point {
  return { x, y: isBottom ? box.y + box.height : box.y };
}

function middleOf({ x, width }: Box): number {
  return x + width / 2;
}
