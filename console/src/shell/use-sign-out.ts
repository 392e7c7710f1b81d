import { useSignIn } from '../api/index.ts';
import { mayLeave, toastFailure } from '../ui/index.ts';

/** Signs out, after asking about unsaved changes. */
export function useSignOut(): () => void {
  const { signOut } = useSignIn();
  return () => {
    if (mayLeave()) void signOut().catch(toastFailure);
  };
}
