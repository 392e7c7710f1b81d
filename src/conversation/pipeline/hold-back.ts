import type { FlowPart } from '../flow/index.ts';
import type { ModelMessage } from '../providers/interfaces/index.ts';

/** How long the caller probably needs to go on: they paused within a sentence, or they asked for time. */
export type HoldBack = 'short' | 'long';

/** A part of an answer, or the model's wish not to answer yet. */
export type HoldablePart = FlowPart | { type: 'hold-back'; holdBack: HoldBack };

/** Explains the marker to the model. English, because the model reads it, not the caller. */
const holdBackInstruction: ModelMessage = {
  role: 'system',
  content:
    'You get the words of the caller at every pause, so the caller may not have finished. If the words clearly break off in the middle of a sentence or a thought, answer only <wait> and nothing else; you will get the rest. If the caller asks for a moment, answer only <wait long>. Otherwise answer at once, without this marker.',
};

/** Returns the messages of a request with the explanation after the prompt. */
export function withInstruction(messages: readonly ModelMessage[]): ModelMessage[] {
  const [prompt, ...others] = messages;
  return prompt?.role === 'system'
    ? [prompt, holdBackInstruction, ...others]
    : [holdBackInstruction, ...messages];
}

/** Asks for the answer that was held back, after the caller said nothing more. */
export const answerNow: ModelMessage = {
  role: 'system',
  content:
    'The caller has paused and says nothing more. Answer now: reply to what was said, or help the caller to go on. Do not answer <wait>.',
};

const marker = /<\s*wait(\s+long)?\s*\/?\s*>/i;
const leadingMarker = new RegExp(`^[\\s\`"'*]*${marker.source}`, 'i');
/** The end of a text that may be the beginning of a marker. */
const opening = /<[\s/<a-z]{0,16}$/i;
/** A marker that the end of the answer cuts off. */
const cutMarker = /^<\s*(?:w[\s/<a-z]*)?$/i;

/**
 * Removes the markers from an answer, so that none is spoken. An answer that begins with one yields `hold-back` and
 * ends.
 */
export async function* withoutMarkers(parts: AsyncIterable<FlowPart>): AsyncGenerator<HoldablePart> {
  /** Text that may belong to a marker, or white space before one. */
  let held = '';
  let hasBegun = false;
  for await (const part of parts) {
    if (part.type === 'text-delta') {
      held += part.text;
      const leading = hasBegun ? null : leadingMarker.exec(held);
      if (leading) {
        yield { type: 'hold-back', holdBack: leading[1] ? 'long' : 'short' };
        return;
      }
      while (marker.test(held)) held = held.replace(marker, '');
      const end = opening.exec(held)?.index ?? held.length;
      const text = held.slice(0, end);
      if (!hasBegun && /^[\s`"'*]*$/.test(text)) continue;
      held = held.slice(end);
      hasBegun = true;
      if (text !== '') yield { type: 'text-delta', text };
    } else if (part.type === 'flow' && !hasBegun) yield part;
    else {
      if (held !== '' && !cutMarker.test(held)) yield { type: 'text-delta', text: held };
      held = '';
      hasBegun = true;
      yield part;
    }
  }
  if (held !== '' && !cutMarker.test(held)) yield { type: 'text-delta', text: held };
}
