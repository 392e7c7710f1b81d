import { at, isObject, type Path } from './tree.ts';

/** The definition with another value at a path; undefined takes the field away. The one before is left as it is. */
export function withValue(definition: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(definition) ? [...definition] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const fields = isObject(definition) ? { ...definition } : {};
  const inner = withValue(fields[key], rest, value);
  if (inner === undefined) delete fields[key];
  else fields[key] = inner;
  return fields;
}

/** The definition with a step put into a list before the one that stands at `index`. */
export function withStep(definition: unknown, list: Path, index: number, step: unknown): unknown {
  const steps = at(definition, list);
  return withValue(definition, list, (Array.isArray(steps) ? steps : []).toSpliced(index, 0, step));
}

/** The definition without the step at a path, and what was within it. */
export function withoutStep(definition: unknown, path: Path): unknown {
  const [list, index] = placeOf(path);
  const steps = at(definition, list);
  return Array.isArray(steps) ? withValue(definition, list, steps.toSpliced(index, 1)) : definition;
}

/** The list that a step stands in, and its place there. */
export function placeOf(path: Path): [list: Path, index: number] {
  return [path.slice(0, -1), Number(path.at(-1))];
}

/** Where a step is after it was moved, and the definition then; null: it cannot stand within itself. */
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
  // What stands behind it moves up when it is taken away, also where the new place is within such a step.
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
