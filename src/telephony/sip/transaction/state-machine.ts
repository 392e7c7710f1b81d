import { assert } from '../../../platform/kernel/index.ts';

/** Allowed next states by state. A state with an empty list is final. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

/** Holds one state and throws on a transition that the table does not allow. */
export class StateMachine<S extends string> {
  readonly #name: string;
  readonly #transitions: Transitions<S>;
  #state: S;

  constructor(name: string, transitions: Transitions<S>, initial: S) {
    this.#name = name;
    this.#transitions = transitions;
    this.#state = initial;
  }

  get state(): S {
    return this.#state;
  }

  /** Returns true while the state is one of these. */
  is(...states: S[]): boolean {
    return states.includes(this.#state);
  }

  move(to: S): void {
    assert(this.#transitions[this.#state].includes(to), `${this.#name}: ${this.#state} to ${to}`);
    this.#state = to;
  }
}
