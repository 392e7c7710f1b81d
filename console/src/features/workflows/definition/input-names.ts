/** Returns the names of the values that a definition reads from the input of a run, in their order. */
export function inputNames(definition: unknown): string[] {
  const found = JSON.stringify(definition ?? null).matchAll(/\binput\.([A-Za-z_]\w*)/g);
  return [...new Set([...found].map(([, name]) => name!))];
}
