const elsewhere = 'http://here.invalid';

/**
 * Whether the address leads to a page of the console and nowhere else: a path, with a query or without. What browsers read as
 * another host (`//host`, `/\host`) or pass over (tabs, line ends) is none.
 */
export function isReturnAddress(text: string): boolean {
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) && URL.parse(text, elsewhere)?.origin === elsewhere;
}
