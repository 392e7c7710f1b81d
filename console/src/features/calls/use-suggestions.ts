import { useCallback, useState } from 'react';

/** Remembers that the member wants no suggestions of the agent. */
const storageKey = 'parley-suggestions';

/** The agent's suggestions for a member, which `send` turns on and off. */
export function useSuggestions(send: (message: object) => void) {
  const [suggestions, show] = useState<readonly string[] | null>(null);
  const [isSuggesting, setSuggesting] = useState(() => localStorage.getItem(storageKey) !== 'off');
  const hide = useCallback(() => show(null), []);
  return {
    show,
    hide,
    /** Turns them on where the member wants them, at the beginning of the member's time in the call. */
    begin(canSuggest: boolean) {
      show(canSuggest ? [] : null);
      if (canSuggest && isSuggesting) send({ type: 'suggest', isOn: true });
    },
    /** The values of the panel. `suggestions` is `null` when the agent cannot suggest. */
    shown: {
      suggestions,
      isSuggesting,
      suggest(isOn: boolean) {
        localStorage.setItem(storageKey, isOn ? 'on' : 'off');
        setSuggesting(isOn);
        show([]);
        send({ type: 'suggest', isOn });
      },
    },
  };
}
