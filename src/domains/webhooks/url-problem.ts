/** What is wrong with the address of an endpoint as it is written, or null. */
export function urlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'must be an address that begins with https:// or http://';
  }
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.hash !== '') return 'must not hold a fragment';
  return null;
}
