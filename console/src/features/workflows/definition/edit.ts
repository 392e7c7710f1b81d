import { at, type Path, withValue } from '../../json-text/index.ts';

/** Returns the definition with a step inserted before `index` of a list. */
export function withStep(definition: unknown, list: Path, index: number, step: unknown): unknown {
  const steps = at(definition, list);
  return withValue(definition, list, (Array.isArray(steps) ? steps : []).toSpliced(index, 0, step));
}

/** Returns the definition without a step and everything inside it. */
export function withoutStep(definition: unknown, path: Path): unknown {
  const [list, index] = placeOf(path);
  const steps = at(definition, list);
  return Array.isArray(steps) ? withValue(definition, list, steps.toSpliced(index, 1)) : definition;
}

/** Returns the list that holds a step, and its index. */
export function placeOf(path: Path): [list: Path, index: number] {
  return [path.slice(0, -1), Number(path.at(-1))];
}

/** Returns the definition and path after moving a step. Null when it would be moved into itself. */
export function moved(
  definition: unknown,
  from: Path,
  list: Path,
  index: number,
): { definition: unknown; path: Path } | null {
  const isWithin = from.every((key, depth) => list[depth] === key);
  const step = at(definition, from);
  if (isWithin || step === undefined) return null;
  const [own, place] = placeOf(from);
  // Removing the step shifts later ones up, also when the target is inside one of them.
  const shift = (path: Path): Path => {
    const next = path[own.length];
    const isBehind =
      own.every((key, depth) => path[depth] === key) && typeof next === 'number' && next > place;
    return isBehind ? path.with(own.length, next - 1) : path;
  };
  const target = shift([...list, index]);
  const [toList, toIndex] = placeOf(target);
  return { definition: withStep(withoutStep(definition, from), toList, toIndex, step), path: target };
}
