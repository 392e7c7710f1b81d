/** Returns true, false or a number when the text is one, and otherwise the text. `007` stays a text. */
export function readLiteral(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return text !== '' && String(number) === text ? number : text;
}
