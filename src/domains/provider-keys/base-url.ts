/** What is wrong with a base address, or null. Whether the program may go there is decided when it does. */
export function baseUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'must be an address that begins with https:// or http://';
  }
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password; use apiKey';
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? and #';
  return null;
}
