/** Fields as they are stored now, but for those that are no longer what was sent: somebody went on typing meanwhile. */
export function keepTyped<Fields extends object>(sent: Fields, now: Fields, stored: Fields): Fields {
  const typed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof Fields]),
  );
  return { ...stored, ...Object.fromEntries(typed) };
}
