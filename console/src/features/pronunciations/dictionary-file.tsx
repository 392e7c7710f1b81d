import { Button, FileInput, Text } from '@mantine/core';
import { refusedField, type Schema, send } from '../../api/index.ts';
import { DialogButton, FormDialog, formatNumber, useDraft } from '../../ui/index.ts';

type Imported = Schema<'PronunciationImport'>;

/** Downloads the dictionary, and adds to it or changes it by a file. */
export function DictionaryFileButtons({ mayWrite }: { mayWrite: boolean }) {
  return (
    <>
      <Button component="a" variant="default" href="/api/pronunciations/export" download="pronunciations.csv">
        Export CSV
      </Button>
      {mayWrite ? (
        <DialogButton label="Import CSV" variant="default">
          {(close) => <ImportDialog onClose={close} />}
        </DialogButton>
      ) : null}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft<{ file: File | null }>({ file: null });
  const { file } = form.draft;
  return (
    <FormDialog
      title="Import pronunciations"
      action="Import file"
      form={form}
      onSubmit={async () => {
        if (file === null) throw refusedField('file', 'Choose the CSV file to import.');
        return importFile(file);
      }}
      refreshes={['pronunciations']}
      done={summary}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <Text size="sm" c="dimmed">
            The first line names the columns: term, and any of language, replacement and ipa. Terms of the
            dictionary are changed, others are added, and none is deleted. A file with a wrong line changes
            nothing.
          </Text>
          <FileInput
            label="CSV file"
            placeholder="Choose a file"
            accept=".csv,.tsv,text/csv"
            value={file}
            onChange={(chosen) => form.change({ file: chosen })}
            error={errorOf('file')}
            required
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}

async function importFile(file: File): Promise<Imported> {
  const headers = { 'content-type': 'text/csv' };
  const answer = await send('/api/pronunciations/import', { method: 'POST', headers, body: file });
  return answer.json() as Promise<Imported>;
}

function summary({ created, updated, unchanged }: Imported): string {
  const counts = [`${formatNumber(created)} added`, `${formatNumber(updated)} changed`];
  return `${counts.join(', ')}, ${formatNumber(unchanged)} as they were.`;
}
