/** The parameters of a URL as plain text, each once; nothing is guessed to be a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The other way; what is undefined or empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** For `validateSearch`: the named parameters, and nothing else that stands in the URL. */
export function textParameters<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const taken = names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []));
    return Object.fromEntries(taken);
  };
}
