/** Returns the stored fields, except those that were edited after they were sent. */
export function keepTyped<Fields extends object>(sent: Fields, now: Fields, stored: Fields): Fields {
  const typed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof Fields]),
  );
  return { ...stored, ...Object.fromEntries(typed) };
}
