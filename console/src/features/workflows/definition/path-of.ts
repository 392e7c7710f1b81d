/** The path of a field as the API tells it: `steps.2.then` is `['steps', 2, 'then']`. */
export function pathOf(field: string): (string | number)[] {
  return field === '' ? [] : field.split('.').map((word) => (/^\d+$/.test(word) ? Number(word) : word));
}

/** The field of a step, or the step as a whole. */
export function fieldOf(key: string, field: string): string {
  return [key, field].filter((part) => part !== '').join('.');
}
