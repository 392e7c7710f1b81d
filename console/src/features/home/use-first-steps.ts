import { useState } from 'react';
import { memberOf, useCan, useSession } from '../../api/index.ts';

type Standing = 'shown' | 'hidden' | 'complete';

/** Returns whether the first steps are shown to this member in this browser. */
export function useFirstSteps() {
  const key = `parley-first-steps ${memberOf(useSession())}`;
  const mayBegin = useCan('agents:write');
  const [standing, setStanding] = useState(() => (localStorage.getItem(key) ?? 'shown') as Standing);
  const keep = (next: Standing) => {
    localStorage.setItem(key, next);
    setStanding(next);
  };
  return {
    isShown: mayBegin && standing === 'shown',
    isHidden: mayBegin && standing === 'hidden',
    show: () => keep('shown'),
    hide: () => keep('hidden'),
    /** Ends them for good, so that the home page asks for nothing more. */
    complete: () => keep('complete'),
  };
}
