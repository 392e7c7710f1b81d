/** Parses the parameters of a URL as plain text, each once, without guessing numbers. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Formats search parameters. Undefined and empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns a `validateSearch` that keeps only the named parameters. */
export function textParameters<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const taken = names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []));
    return Object.fromEntries(taken);
  };
}
