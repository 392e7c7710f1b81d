interface Place {
  /** Whether it is still in the page. */
  readonly isConnected: boolean;
}

/** Where dialogs give the focus back to, kept as long as they are open. */
export class FocusPlaces<Of extends Place> {
  readonly #open = new Set<readonly Of[]>();

  /**
   * The places for a dialog that opens now, the nearest first. `focused`: what has the focus; null: nothing has. Behind it
   * are those of the dialog that opened last and is open: this one may come out of it, and outlive it.
   */
  before(focused: Of | null): readonly Of[] {
    const around = [...this.#open].at(-1) ?? [];
    return [focused, ...around].filter((place) => place !== null).filter(({ isConnected }) => isConnected);
  }

  /** A dialog with these places is open until the function that is returned is called: it gives the one to go back to. */
  open(places: readonly Of[]): () => Of | undefined {
    const own = [...places];
    this.#open.add(own);
    return () => {
      this.#open.delete(own);
      return own.find(({ isConnected }) => isConnected);
    };
  }
}
