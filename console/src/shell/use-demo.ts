import { useNavigate } from '@tanstack/react-router';
import { useSignIn } from '../api/index.ts';
import { mayLeave, toastFailure } from '../ui/index.ts';

/** Returns functions that show the demo organization on its home page, and return from it. */
export function useDemo(): { enter: () => void; leave: () => void } {
  const { enterDemo, leaveDemo } = useSignIn();
  const navigate = useNavigate();
  const change = (to: () => Promise<void>) => () => {
    // A page of the one organization does not exist in the other.
    if (mayLeave()) void navigate({ to: '/' }).then(to).catch(toastFailure);
  };
  return { enter: change(enterDemo), leave: change(leaveDemo) };
}
