/** Parses the API's path of a field: `steps.2.then` becomes `['steps', 2, 'then']`. */
export function pathOf(field: string): (string | number)[] {
  return field === '' ? [] : field.split('.').map((word) => (/^\d+$/.test(word) ? Number(word) : word));
}

/** Returns the path of a step's field, or of the step. */
export function fieldOf(key: string, field: string): string {
  return [key, field].filter((part) => part !== '').join('.');
}
