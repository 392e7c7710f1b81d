/** In order of search: browsers that others imitate come last. */
const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari\//],
] as const;
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** Returns the browser and system, such as "Chrome 142 on Windows", or else the user agent. */
export function browserOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = systems.find(([, sign]) => sign.test(userAgent))?.[0];
    return `${name} ${version}${system ? ` on ${system}` : ''}`;
  }
  return userAgent;
}
