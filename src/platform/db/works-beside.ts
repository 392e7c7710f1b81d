/**
 * Returns whether processes of two versions may run side by side on one database: versions of one release, and those of
 * releases that follow each other. The second number counts releases, and a change of the first one needs a stop. Null
 * is a program from before versions were recorded, whose schema decides alone.
 */
export function worksBeside(version: string, other: string | null): boolean {
  const [own, its] = [releaseOf(version), releaseOf(other ?? '')];
  if (own === null || its === null) return true;
  return own.major === its.major && Math.abs(own.minor - its.minor) <= 1;
}

function releaseOf(version: string): { major: number; minor: number } | null {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  return major === undefined ? null : { major: Number(major), minor: Number(minor) };
}
