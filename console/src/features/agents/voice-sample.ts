/** The longest text of a trial, in characters. */
const textMax = 300;
const usual = 'Hello, and thank you for calling. How can I help you today?';

/** Returns what a voice says in a trial: the beginning of the first message, with the names of its variables in their places. */
export function voiceSample(firstMessage: string | null): string {
  const said = (firstMessage ?? '').replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) =>
    name.replaceAll('_', ' '),
  );
  return said.trim() === '' ? usual : said.trim().slice(0, textMax);
}
