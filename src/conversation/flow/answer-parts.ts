import type { ModelPart } from '../providers/interfaces/index.ts';
import { type Advance, entered, stageOf } from './advance.ts';
import { mayUse, stageWithTool } from './choices.ts';
import type { FlowPlay, FlowState } from './flow.ts';
import { type FlowTag, TagReader } from './tag.ts';
import { take } from './take.ts';

/** A part of an answer, or an advance of the flow. The words after an advance belong to its stage. */
export type FlowPart = ModelPart | { type: 'flow'; advance: Advance };

/** Requests of one answer: after a tag that was not accepted, the model is asked again before anything is said. */
const requestsMax = 2;

/**
 * Reads the answer of a model in a stage: takes its tags out, and yields the advances that they lead to. `ask` makes the
 * request in a state. Where the words are fixed, the model's own are dropped.
 */
export async function* partsInStage(
  play: FlowPlay,
  state: FlowState,
  ask: (state: FlowState) => AsyncIterable<ModelPart>,
): AsyncGenerator<FlowPart> {
  const reading = new Reading(play, state);
  let asked = state;
  for (let request = 1; request <= requestsMax; request++) {
    reading.begin(request === requestsMax);
    for await (const part of ask(asked)) {
      yield* reading.take(part);
      if (reading.isRefused) break;
    }
    if (!reading.isRefused) return;
    asked = reading.state;
  }
}

class Reading {
  readonly #play: FlowPlay;
  #state: FlowState;
  #tags = new TagReader();
  #isLast = false;
  #isSaid = false;
  /** The stage's words are fixed. */
  #isMuted = false;
  #isRefused = false;

  constructor(play: FlowPlay, state: FlowState) {
    this.#play = play;
    this.#state = state;
  }

  get state(): FlowState {
    return this.#state;
  }

  /** Whether the model has to be asked again. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  begin(isLast: boolean): void {
    // The request reports what was wrong before.
    this.#state = { ...this.#state, problems: [] };
    this.#tags = new TagReader();
    this.#isLast = isLast;
    this.#isRefused = false;
  }

  async *take(part: ModelPart): AsyncGenerator<FlowPart> {
    const pieces = part.type === 'text-delta' ? this.#tags.push(part.text) : this.#tags.end();
    for (const piece of pieces) {
      if ('tag' in piece) yield* this.#takeTag(piece.tag);
      else yield* this.#say(piece.text);
      if (this.#isRefused) return;
    }
    if (part.type === 'tool-call') yield* this.#takeCall(part);
    else if (part.type === 'finish') yield part;
  }

  *#say(text: string): Generator<FlowPart> {
    if (this.#isMuted) return;
    this.#isSaid ||= text.trim() !== '';
    yield { type: 'text-delta', text };
  }

  async *#takeTag(tag: FlowTag): AsyncGenerator<FlowPart> {
    yield* this.#advance(await take(this.#play, this.#state, tag));
  }

  *#takeCall(part: Extract<ModelPart, { type: 'tool-call' }>): Generator<FlowPart> {
    const { name } = part.call;
    if (!mayUse(this.#play, stageOf(this.#play, this.#state), name)) {
      const to = stageWithTool(this.#play, this.#state, name);
      if (to !== null) {
        yield* this.#advance(entered(this.#play, this.#state, to, { why: 'tool', detail: name }));
      } else {
        const problem = `the tool ${name.slice(0, 64)} cannot be used in the stage ${this.#state.stage}`;
        const state = { ...this.#state, problems: [problem] };
        yield* this.#advance({ state, changes: [], says: [], next: 'model', isEntered: false });
        return;
      }
    }
    this.#isSaid = true;
    yield part;
  }

  *#advance(advance: Advance): Generator<FlowPart> {
    const { state, says, next, isEntered } = advance;
    this.#state = state;
    const isFixed = isEntered && (says.length > 0 || next !== 'model');
    this.#isMuted ||= isFixed;
    this.#isRefused = state.problems.length > 0 && !isFixed && !this.#isSaid && !this.#isLast;
    this.#isSaid ||= isFixed;
    yield {
      type: 'flow',
      advance: this.#isRefused ? { ...advance, state: { ...state, problems: [] } } : advance,
    };
    for (const text of says) yield { type: 'text-delta', text: `${text} ` };
  }
}
