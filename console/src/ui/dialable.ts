/** Returns a telephone number without the spaces and signs that people write in it. A leading 00 becomes +. */
export function dialable(text: string): string {
  return text
    .trim()
    .replace(/\(0\)/, '')
    .replaceAll(/[\s().\-/]/g, '')
    .replace(/^00/, '+');
}

/** Returns a number in E.164 as people read it, where its groups are known: `+1 202-555-0123`. */
export function readableNumber(e164: string): string {
  return e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}

/** Returns how to type a number that has no country code, with the number itself as the example; null when it has one. */
export function countryCodeAdvice(text: string): string | null {
  const number = dialable(text);
  if (!/^\d{7,14}$/.test(number)) return null;
  if (/^1?[2-9]\d{2}[2-9]\d{6}$/.test(number))
    return `Add the country code. In the United States and Canada: +1${number.slice(-10)}.`;
  if (number.startsWith('0'))
    return `Type + and the country code in place of the first 0. In the United Kingdom: +44${number.slice(1)}.`;
  return `Begin with + and the country code. In the United Kingdom: +44${number}.`;
}
