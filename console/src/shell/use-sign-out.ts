import { useSignIn } from '../api/index.ts';
import { mayLeave, toastFailure } from '../ui/index.ts';

/** Signs out, after what is not saved was asked about. */
export function useSignOut(): () => void {
  const { signOut } = useSignIn();
  return () => {
    if (mayLeave()) void signOut().catch(toastFailure);
  };
}
