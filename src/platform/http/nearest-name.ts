/** Longer names are compared with none. */
const lengthMax = 64;

/**
 * Returns the known name that a misspelled one most resembles, or null. Case, `_` and `-` do not count. Of four letters one
 * may differ.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  if (name.length > lengthMax) return null;
  const given = bare(name);
  let nearest: { name: string; distance: number } | null = null;
  for (const each of known) {
    const distance = distanceOf(given, bare(each));
    const most = Math.floor(Math.max(given.length, each.length) / 4);
    const isNear = distance <= Math.max(most, given.length > 1 ? 1 : 0);
    if (isNear && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY))
      nearest = { name: each, distance };
  }
  return nearest?.name ?? null;
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Returns how many letters must be added, removed or replaced (Levenshtein distance). */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row++) {
    const here = [row];
    for (let place = 1; place <= other.length; place++) {
      const replaced = above[place - 1]! + (one[row - 1] === other[place - 1] ? 0 : 1);
      here.push(Math.min(replaced, above[place]! + 1, here[place - 1]! + 1));
    }
    above = here;
  }
  return above[other.length]!;
}
