/** In the order in which they are looked for: those that others say they are like come last. */
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

/** Which browser it was, as people call it: Chrome 142 on Windows. What is not known stays as it says itself. */
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
