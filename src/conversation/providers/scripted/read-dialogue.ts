import type { Dialogue } from './dialogue.ts';
import { DialogueSchema } from './schema.ts';

type ReadDialogue = ReturnType<typeof DialogueSchema.safeParse>;

/** The cache of dialogues by text, because every call reads its agent's dialogue. Longer texts are not cached. */
const known = new Map<string, Dialogue>();
const knownMax = 100;
const charactersMax = 65_536;

/** Checks a stored dialogue and applies its defaults. The result is shared: do not change it. */
export function readDialogue(stored: unknown): ReadDialogue {
  const text = JSON.stringify(stored) ?? '';
  const data = known.get(text);
  if (data) return { success: true, data };
  const read = DialogueSchema.safeParse(stored);
  if (read.success && text.length <= charactersMax) {
    // Removes the oldest entry: a Map keeps insertion order.
    if (known.size === knownMax) known.delete(known.keys().next().value!);
    known.set(text, read.data);
  }
  return read;
}
