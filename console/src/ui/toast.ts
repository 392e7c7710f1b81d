import { notifications } from '@mantine/notifications';
import { ApiFailure, adviceFor } from '../api/index.ts';

/** Says for some seconds that something was done. */
export function toastDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4_000 });
}

/** Says that something could not be done, why, and what to do; stays until it is closed. */
export function toastFailure(error: unknown): void {
  const failure = error instanceof ApiFailure ? error : null;
  const request = failure?.requestId ? ` (request ${failure.requestId})` : '';
  notifications.show({
    title: failure?.message ?? 'Something went wrong.',
    message: `${adviceFor(error)}${request}`,
    color: 'red',
    autoClose: false,
  });
}
