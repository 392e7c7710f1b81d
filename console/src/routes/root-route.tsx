import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { SignedIn } from '../features/sign-in/signed-in.tsx';
import { OwnCall } from '../features/teams/own-call.tsx';
import { RingingNotice } from '../features/teams/ringing-notice.tsx';
import { AppFrame } from '../shell/app-frame.tsx';
import { NotFound, PageFailure } from '../shell/failures.tsx';
import { furtherPages, pages } from './pages.ts';

export const rootRoute = createRootRoute({ component: Outlet, errorComponent: PageFailure });

/** Surrounds every page for signed-in members. New pages go below it. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: () => (
    <SignedIn>
      <AppFrame pages={pages} furtherPages={furtherPages}>
        <Outlet />
        <RingingNotice />
        <OwnCall />
      </AppFrame>
    </SignedIn>
  ),
});

/** Shows "not found" inside the frame for unknown addresses. */
export const nowhereRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/$',
  component: NotFound,
});
