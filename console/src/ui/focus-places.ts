interface Place {
  /** True while the element is in the page. */
  readonly isConnected: boolean;
}

/** Remembers to which elements open dialogs return the focus. */
export class FocusPlaces<Of extends Place> {
  readonly #open = new Set<readonly Of[]>();

  /**
   * Returns the places for a dialog that opens now, nearest first. `focused` is the focused element, or null. The
   * places of the last dialog that is still open follow, because this one may outlive it.
   */
  before(focused: Of | null): readonly Of[] {
    const around = [...this.#open].at(-1) ?? [];
    return [focused, ...around].filter((place) => place !== null).filter(({ isConnected }) => isConnected);
  }

  /** Marks a dialog with these places as open. The returned function closes it and returns where the focus goes. */
  open(places: readonly Of[]): () => Of | undefined {
    const own = [...places];
    this.#open.add(own);
    return () => {
      this.#open.delete(own);
      return own.find(({ isConnected }) => isConnected);
    };
  }
}
