import { readFile } from 'node:fs/promises';

/** Returns the script of the voice widget, with its texts in all languages. */
export async function voiceWidget(): Promise<string> {
  const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
  const [script, texts] = await Promise.all([read('voice-widget.js'), read('texts.json')]);
  return script.replace(
    'const languages = {};',
    () => `const languages = ${JSON.stringify(JSON.parse(texts))};`,
  );
}
