import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { ApiFailure, api, read } from '../../api/index.ts';
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

/** Takes the call that rings, and shows the page for calls. */
export function useAccept(teamCallId: string) {
  const navigate = useNavigate();
  // These callbacks are also called when the card is gone, because the stream was faster than the answer.
  return useMutation({
    mutationFn: () => presenceLink.accept(teamCallId),
    onSuccess: () => void navigate({ to: '/take-calls' }),
    onError: (error) => {
      // The page says that another window of the member has it.
      if (!(error instanceof ApiFailure && error.code === 'team_call.taken_by_you')) toastFailure(error);
    },
  });
}

/** Lets the next member have the call that rings. */
export function useDecline(teamCallId: string) {
  return useMutation({
    mutationFn: () =>
      read(api.POST('/api/team-calls/{teamCallId}/decline', { params: { path: { teamCallId } } })),
    onSuccess: (presence) => presenceLink.show(presence),
    onError: toastFailure,
  });
}
