import './teams.css';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useCan } from '../../api/index.ts';
import { AppLink, Elapsed, Panel } from '../../ui/index.ts';
import { presenceLink } from './presence-link.ts';
import { usePresence } from './use-presence.ts';

const load = () => import('./member-call.tsx');
const MemberCall = lazy(async () => ({ default: (await load()).MemberCall }));

/** Holds the panel of the taken call, on the page for calls while that is shown. */
const holder = document.createElement('div');

/**
 * Keeps the member on the line of a taken call while other pages of the console are shown, with a way back. Calls also ring
 * again after the window is loaded anew, on whatever page.
 */
export function OwnCall() {
  const mayTake = useCan('calls:control');
  const { presence, connection, ownCall } = usePresence();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (mayTake) presenceLink.resume();
  }, [mayTake]);
  // The next member who signs in here must not see the calls of this one.
  useEffect(() => () => presenceLink.close(), []);
  useEffect(() => {
    // Answered calls of campaigns wait 2 s at most, so the code is loaded before.
    if (connection === 'open') void load();
  }, [connection]);
  const own = presence?.takesOn === 'browser' ? presence.call : null;
  if (own?.state !== 'answered' || ownCall?.teamCallId !== own.teamCallId || !ownCall.isAccepted) return null;
  return (
    <>
      {createPortal(
        <Suspense>
          <MemberCall key={own.teamCallId} call={own} />
        </Suspense>,
        holder,
      )}
      {path === '/take-calls' ? null : (
        <div className="ringing-notice">
          <Panel title={`On a call for ${own.teamName}`} aside={<Elapsed since={own.answeredAt} />}>
            <AppLink to="/take-calls">Back to the call</AppLink>
          </Panel>
        </div>
      )}
    </>
  );
}

/** Shows the panel of the taken call here. */
export function OwnCallPanel() {
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    here.current?.append(holder);
    return () => holder.remove();
  }, []);
  return <div ref={here} />;
}
