import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { SignedIn } from '../features/sign-in/signed-in.tsx';
import { AppFrame } from '../shell/app-frame.tsx';
import { NotFound, PageFailure } from '../shell/failures.tsx';
import { pages } from './pages.ts';

export const rootRoute = createRootRoute({ component: Outlet, errorComponent: PageFailure });

/** Around every page that is only for who is signed in; new pages hang here. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: () => (
    <SignedIn>
      <AppFrame pages={pages}>
        <Outlet />
      </AppFrame>
    </SignedIn>
  ),
});

/** Whatever leads nowhere: told within the frame, from which one finds the way. */
export const nowhereRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/$',
  component: NotFound,
});
