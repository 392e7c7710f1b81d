type Values = Readonly<Record<string, unknown>>;

/** Returns the values that a text field can show: no lists, objects or null. */
export function textsOf(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' ? [] : [[name, String(value)]],
    ),
  );
}

/** Returns the required variables that are asked for: all but those whose value is a list or an object. */
export function askedOf(required: readonly string[], values: Values): readonly string[] {
  return required.filter((name) => typeof (values[name] ?? '') !== 'object');
}

/** Returns the values with the texts that were changed. Others keep their type. */
export function withTexts(
  values: Values,
  asked: readonly string[],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const shown = textsOf(values);
  const changed = asked.filter((name) => texts[name] !== shown[name]);
  return { ...values, ...Object.fromEntries(changed.map((name) => [name, texts[name]])) };
}
