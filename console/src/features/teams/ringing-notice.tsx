import './teams.css';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notifyOfCall, ring } from './ring-sound.ts';
import { RingingCard } from './ringing-card.tsx';
import { usePresence } from './use-presence.ts';

/** Rings for an offered call on every page of the console. Away from the page for calls, it shows the call in a corner. */
export function RingingNotice() {
  const { presence } = usePresence();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const call = presence?.call?.state === 'offered' ? presence.call : null;
  const id = call?.teamCallId ?? null;
  const title = call ? `A call for ${call.teamName}` : '';
  const number = call?.customerNumber ?? '';
  // A telephone rings by itself.
  const ringsHere = presence?.takesOn === 'browser';
  useEffect(() => {
    if (id === null || !ringsHere) return;
    const silence = ring();
    const remove = notifyOfCall(title, number);
    return () => {
      silence();
      remove();
    };
  }, [id, ringsHere, title, number]);
  if (!presence || !call || path === '/take-calls') return null;
  return (
    <div className="ringing-notice">
      <RingingCard key={call.teamCallId} call={call} takesOn={presence.takesOn} isShort />
    </div>
  );
}
