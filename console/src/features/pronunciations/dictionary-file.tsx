import { Button, Text } from '@mantine/core';
import { type Schema, send } from '../../api/index.ts';
import { DialogButton, FormDialog, formatNumber, useDraft } from '../../ui/index.ts';
import { CsvFileInput, useCsvFile } from '../imports/index.ts';

type Imported = Schema<'PronunciationImport'>;

/** Downloads the dictionary, and adds to it or changes it by a file. */
export function DictionaryFileButtons({ mayWrite }: { mayWrite: boolean }) {
  return (
    <>
      <Button component="a" variant="default" href="/api/pronunciations/export" download="pronunciations.csv">
        Export CSV
      </Button>
      {mayWrite ? (
        <DialogButton label="Import file" variant="default">
          {(close) => <ImportDialog onClose={close} />}
        </DialogButton>
      ) : null}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft({});
  const csv = useCsvFile();
  return (
    <FormDialog
      title="Import pronunciations"
      action="Import file"
      form={{ ...form, isDirty: csv.file !== null }}
      onSubmit={async () => importFile(await csv.read())}
      refreshes={['pronunciations']}
      done={summary}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <Text size="sm" c="dimmed">
            The first row names the columns: term, and any of language, replacement and ipa. Terms of the
            dictionary are changed, others are added, and none is deleted. A file with a wrong row changes
            nothing.
          </Text>
          <CsvFileInput
            csv={csv}
            // A file that cannot be read is refused when it is sent.
            onChange={(chosen, sheet) => void csv.choose(chosen, sheet).catch(() => null)}
            error={errorOf('file')}
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
