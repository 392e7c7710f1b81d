import { Alert, Code } from '@mantine/core';
import { useHasEmbeddedTranscriber } from '../provider-picks/index.ts';
import type { Configuration } from './agent-labels.ts';
import { cannotTranscribe, needsPocketSphinx } from './readiness.ts';

/** Says that the agent will not understand its callers. */
export function TranscriberWarning({ configuration }: { configuration: Configuration }) {
  const hasEmbedded = useHasEmbeddedTranscriber();
  const isMissing = hasEmbedded === false && needsPocketSphinx(configuration);
  if (isMissing || !cannotTranscribe(configuration)) return null;
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

/** Says that the agent recognizes no speech because PocketSphinx is not installed. */
export function MissingTranscriber({ configuration }: { configuration: Configuration }) {
  const hasEmbedded = useHasEmbeddedTranscriber();
  if (hasEmbedded !== false || !needsPocketSphinx(configuration)) return null;
  return (
    <Alert color="yellow" variant="light" role="note" title="This agent recognizes no speech" mb="md">
      PocketSphinx is not installed on this machine, so callers can only press keys. Choose another
      transcriber above. <InstallTranscriber />
    </Alert>
  );
}

/** Names the command that installs PocketSphinx. */
export function InstallTranscriber() {
  return (
    <>
      For a scripted dialogue in English, you can install PocketSphinx instead:{' '}
      <Code c="inherit">apt-get install pocketsphinx pocketsphinx-en-us</Code>
    </>
  );
}
