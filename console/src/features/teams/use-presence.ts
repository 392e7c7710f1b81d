import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, read } from '../../api/index.ts';
import { toastFailure } from '../../ui/index.ts';
import { type PresenceState, presenceLink } from './presence-link.ts';

/** Returns the presence of the member in this window. */
export function usePresence(): PresenceState {
  return useSyncExternalStore(presenceLink.subscribe, presenceLink.state);
}

interface Wanted {
  state: 'available' | 'away';
  /** Where calls ring: in the browser unless it says otherwise. */
  on?: 'browser' | 'device';
}

/** Changes the member's state. */
export function useSetPresence() {
  return useMutation({
    mutationFn: ({ state, on }: Wanted) =>
      read(api.PUT('/api/presence', { body: { state, ...(on ? { on } : {}) } })),
    onSuccess: (presence) => presenceLink.show(presence),
    onError: toastFailure,
  });
}

/** Takes the call that rings, or lets the next member have it. */
export function useAnswer(teamCallId: string) {
  const params = { path: { teamCallId } };
  return useMutation({
    mutationFn: (answer: 'accept' | 'decline') =>
      read(
        answer === 'accept'
          ? api.POST('/api/team-calls/{teamCallId}/accept', { params })
          : api.POST('/api/team-calls/{teamCallId}/decline', { params }),
      ),
    onSuccess: (presence) => presenceLink.show(presence),
    onError: toastFailure,
  });
}
