import type { Dialogue } from './dialogue.ts';
import { DialogueSchema } from './schema.ts';

type ReadDialogue = ReturnType<typeof DialogueSchema.safeParse>;

/** Dialogues that were read last, by their text: every call reads the one of its agent. Longer ones are not kept. */
const known = new Map<string, Dialogue>();
const knownMax = 100;
const charactersMax = 65_536;

/** A dialogue as it is stored, checked and with its defaults; it is shared and must not be changed. */
export function readDialogue(stored: unknown): ReadDialogue {
  const text = JSON.stringify(stored) ?? '';
  const data = known.get(text);
  if (data) return { success: true, data };
  const read = DialogueSchema.safeParse(stored);
  if (read.success && text.length <= charactersMax) {
    // The oldest goes: a map keeps the order in which its keys came.
    if (known.size === knownMax) known.delete(known.keys().next().value!);
    known.set(text, read.data);
  }
  return read;
}
