import { type ButtonProps, Group, Text, TextInput } from '@mantine/core';
import { api, read, type Schema } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { ListenButton } from './listen-button.tsx';

export type Pronunciation = Schema<'Pronunciation'>;

interface PronunciationButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Null adds an entry. */
  entry: Pronunciation | null;
  /** The agent whose voice plays the term; undefined for the embedded voice. */
  voice: string | undefined;
  children: string;
}

export function PronunciationButton({ entry, voice, children, ...button }: PronunciationButtonProps) {
  return (
    <DialogButton label={children} {...button}>
      {(close) => <PronunciationDialog entry={entry} voice={voice} onClose={close} />}
    </DialogButton>
  );
}

interface PronunciationDialogProps extends Pick<PronunciationButtonProps, 'entry' | 'voice'> {
  onClose: () => void;
}

function PronunciationDialog({ entry, voice, onClose }: PronunciationDialogProps) {
  const { term = '', language, replacement, ipa } = entry ?? {};
  const form = useDraft({
    ...{ term, language: language ?? '', replacement: replacement ?? '', ipa: ipa ?? '' },
  });
  const { draft } = form;
  const body = {
    term: draft.term,
    language: draft.language.trim() || null,
    replacement: draft.replacement.trim() || null,
    ipa: draft.ipa.trim() || null,
  };
  const save = async () => {
    if (entry === null) return await read(api.POST('/api/pronunciations', { body }));
    const params = { path: { pronunciationId: entry.pronunciationId } };
    return await read(api.PATCH('/api/pronunciations/{pronunciationId}', { params, body }));
  };
  return (
    <FormDialog
      title={entry === null ? 'Add pronunciation' : 'Edit pronunciation'}
      action="Save pronunciation"
      size="md"
      form={form}
      version={entry?.updatedAt}
      onSubmit={save}
      refreshes={['pronunciations']}
      done={(saved) => `The pronunciation of ${saved.term} was saved. It applies to the next call.`}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <TextInput
            label="Term"
            description="As it is written, in any case."
            placeholder="Xerox"
            {...text('term')}
            maxLength={100}
            required
            data-autofocus
          />
          <TextInput
            label="Spoken as"
            description="The words that voices say instead."
            placeholder="zee-rocks"
            {...text('replacement')}
            maxLength={200}
          />
          <TextInput
            label="IPA"
            description="In the International Phonetic Alphabet. Voices that do not take it use the words."
            placeholder="ˈzɪərɒks"
            {...text('ipa')}
            maxLength={200}
          />
          <TextInput
            label="Language"
            description="A tag such as en or de. Empty applies to every language."
            placeholder="Every language"
            {...text('language')}
            maxLength={35}
          />
          <Listen entry={body} voice={voice} />
        </>
      )}
    </FormDialog>
  );
}

interface ListenProps extends Pick<PronunciationButtonProps, 'voice'> {
  entry: Pick<Pronunciation, 'term' | 'language' | 'replacement' | 'ipa'>;
}

/** Plays the entry as it is typed, before it is saved. */
function Listen({ entry, voice }: ListenProps) {
  const isSpeakable = entry.term.trim() !== '' && (entry.replacement !== null || entry.ipa !== null);
  return (
    <Group gap="sm">
      <ListenButton entry={entry} agentId={voice} size="xs" disabled={!isSpeakable} />
      <Text size="xs" c="dimmed">
        {voice === undefined
          ? 'With the embedded voice, which speaks English and does not take IPA.'
          : 'With the voice of the agent that you chose in the list.'}
      </Text>
    </Group>
  );
}
