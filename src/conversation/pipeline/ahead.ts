import type { AgentSideOptions } from './agent-side-options.ts';
import type { AgentVoice } from './agent-voice.ts';
import { type CallerPart, hasEffect, type Memory } from './memory.ts';
import type { Turn } from './turn.ts';

/** The parts of the agent's side that are needed before the end of the caller's turn. */
interface AheadParts {
  memory: Memory;
  voice: AgentVoice;
  turn: () => Turn | null;
  /** Returns whether the agent says and does nothing now. */
  isFree: () => boolean;
  isHoldingBack: () => boolean;
}

/** Begins before the caller's turn is over: the answer to what is probably all of it, and a search for its words so far. */
export class Ahead {
  readonly #options: AgentSideOptions;
  readonly #parts: AheadParts;

  constructor(options: AgentSideOptions, parts: AheadParts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** Lets the model begin to answer what is probably the caller's whole turn. */
  prepare(parts: readonly CallerPart[]): void {
    const { responder, clock, language } = this.#options;
    const { memory, voice, isFree, isHoldingBack } = this.#parts;
    const previous = this.#unheard;
    // The states of the models are put back only with the next turn. A held-back answer leaves them as they are.
    const isTakenBack = previous !== null && !isHoldingBack();
    if (!isFree() || isTakenBack || !responder.canAnswer) return;
    const messages = memory.messagesInstead(previous, parts);
    responder.foresee(messages, true);
    responder.prepare(messages, {
      nowMs: () => clock.nowMs,
      language: language.tag,
      speak: (text) => voice.output.prepare(text),
    });
  }

  /** Searches the agent's knowledge for the caller's words so far. The caller says no more now if `isPause`. */
  foresee(text: string, isPause: boolean): void {
    const { conversation, responder } = this.#options;
    if (!conversation.knowledge || text === '') return;
    const parts = [{ text, input: 'speech' }] as const;
    responder.foresee(this.#parts.memory.messagesInstead(this.#unheard, parts), isPause);
  }

  /** Drops the answer that has begun: the caller goes on. */
  drop(): void {
    this.#options.responder.dropPrepared();
  }

  /** The turn that the caller's next one takes back; `null` for none. */
  get #unheard(): Turn['memory'] | null {
    const turn = this.#parts.turn();
    return turn && !hasEffect(turn.memory) ? turn.memory : null;
  }
}
