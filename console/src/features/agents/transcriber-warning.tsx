import { Alert } from '@mantine/core';
import { type Configuration, cannotTranscribe } from './agent-labels.ts';

/** Says that the agent will not understand its callers. */
export function TranscriberWarning({ configuration }: { configuration: Configuration }) {
  if (!cannotTranscribe(configuration)) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="note"
      title="This transcriber does not work with this model"
      mb="md"
    >
      PocketSphinx recognizes only the English phrases that a scripted dialogue expects. Choose another
      transcriber for this model.
    </Alert>
  );
}
