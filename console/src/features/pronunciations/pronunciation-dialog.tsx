import { type ButtonProps, TextInput } from '@mantine/core';
import { api, read, type Schema } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';

export type Pronunciation = Schema<'Pronunciation'>;

interface PronunciationButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Null adds an entry. */
  entry: Pronunciation | null;
  children: string;
}

export function PronunciationButton({ entry, children, ...button }: PronunciationButtonProps) {
  return (
    <DialogButton label={children} {...button}>
      {(close) => <PronunciationDialog entry={entry} onClose={close} />}
    </DialogButton>
  );
}

function PronunciationDialog({ entry, onClose }: { entry: Pronunciation | null; onClose: () => void }) {
  const { term = '', language, replacement, ipa } = entry ?? {};
  const form = useDraft({
    ...{ term, language: language ?? '', replacement: replacement ?? '', ipa: ipa ?? '' },
  });
  const save = async () => {
    const { draft } = form;
    const body = {
      term: draft.term,
      language: draft.language.trim() || null,
      replacement: draft.replacement.trim() || null,
      ipa: draft.ipa.trim() || null,
    };
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
        </>
      )}
    </FormDialog>
  );
}
