import { NotUnderstood } from './dialogue/index.ts';
import type { Trial } from './use-trial.ts';

interface TaughtByCallProps {
  transcript: readonly { role: string; message: string; notUnderstood?: boolean | undefined }[];
  trial: Pick<Trial, 'teaching'>;
}

/** The lines of a browser call that the agent did not understand. */
export function TaughtByCall({ transcript, trial: { teaching } }: TaughtByCallProps) {
  if (teaching === null) return null;
  const said = transcript.flatMap(({ role, message, notUnderstood }) =>
    (role === 'user' || role === 'bot') && !notUnderstood ? [{ role, text: message }] : [],
  );
  return <NotUnderstood said={said} {...teaching} />;
}
