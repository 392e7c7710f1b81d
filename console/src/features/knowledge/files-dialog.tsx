import { FileInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { ApiFailure, refusedField, send } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { fileEndings, fileProblem } from './file-problem.ts';
import type { Source } from './labels.ts';
import { LanguageField } from './language-field.tsx';

interface FilesDialogProps {
  /** The language with which the form begins. */
  language: string;
  onClose: () => void;
}

/** Adds files, each as a source. */
export function FilesDialog({ language: first, onClose }: FilesDialogProps) {
  const client = useQueryClient();
  const form = useDraft<{ files: File[]; language: string }>({ files: [], language: first });
  const { files, language } = form.draft;
  return (
    <FormDialog
      title="Add files"
      action="Upload files"
      form={form}
      onSubmit={async () => {
        if (files.length === 0) throw refusedField('files', 'Choose at least one file.');
        const problems = files.flatMap((file) => fileProblem(file) ?? []);
        if (problems.length > 0) throw refusedField('files', problems.join(' '));
        for (const [index, file] of files.entries()) {
          const query = { fileName: file.name, ...(language === '' ? {} : { language }) };
          await sendFile('POST', '/api/knowledge/files', query, file);
          // Uploaded files are not sent again after another file is refused.
          form.change({ files: files.slice(index + 1) });
          void client.invalidateQueries({ queryKey: ['knowledge', 'sources'] });
        }
      }}
      refreshes={['knowledge']}
      done="The files were uploaded. Agents find them as soon as they are read."
      onClose={onClose}
    >
      {({ errorOf, value }) => (
        <>
          <DropArea onFiles={(dropped) => form.change({ files: [...files, ...dropped] })}>
            <FileInput
              label="Files"
              description="PDF, Word (.docx), HTML, Markdown, plain text or CSV. Drop them here, or choose them."
              placeholder="Choose files"
              accept={fileEndings.join(',')}
              multiple
              clearable
              clearButtonProps={{ 'aria-label': 'Clear: Files' }}
              value={files}
              onChange={(chosen) => form.change({ files: chosen })}
              error={errorOf('files') ?? errorOf('fileName')}
              required
              data-autofocus
            />
          </DropArea>
          <LanguageField {...value('language')} />
        </>
      )}
    </FormDialog>
  );
}

/** Takes files that are dropped on its content. */
function DropArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside offers the same without a pointer
    <div
      className="drop-area"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

type FileSource = Pick<Source, 'sourceId' | 'fileName'>;

/** Sends a new file in place of the one that a source was read from. Agents that name the source go on with it. */
export function ReplaceFile({ source }: { source: FileSource }) {
  return (
    <DialogButton label="Replace file" variant="default">
      {(close) => <ReplaceDialog source={source} onClose={close} />}
    </DialogButton>
  );
}

function ReplaceDialog({
  source: { sourceId, fileName },
  onClose,
}: {
  source: FileSource;
  onClose: () => void;
}) {
  const form = useDraft<{ file: File | null }>({ file: null });
  const { file } = form.draft;
  return (
    <FormDialog
      title="Replace file"
      action="Upload file"
      form={form}
      onSubmit={async () => {
        if (!file) throw refusedField('file', 'Choose a file.');
        const problem = fileProblem(file);
        if (problem !== null) throw refusedField('file', problem);
        await sendFile('PUT', `/api/knowledge/sources/${sourceId}/file`, { fileName: file.name }, file);
      }}
      refreshes={['knowledge']}
      done="The file was uploaded. Agents find it as soon as it is read."
      onClose={onClose}
    >
      {({ errorOf }) => (
        <FileInput
          label="File"
          description={`Takes the place of ${fileName}, and of corrections by hand. Until it is read, agents find the old text.`}
          placeholder="Choose a file"
          accept={fileEndings.join(',')}
          value={file}
          onChange={(chosen) => form.change({ file: chosen })}
          error={errorOf('file') ?? errorOf('fileName')}
          required
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

async function sendFile(
  method: 'POST' | 'PUT',
  path: string,
  query: Record<string, string>,
  file: File,
): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  try {
    await send(`${path}?${new URLSearchParams(query)}`, { method, headers, body: file });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // One of several files may be meant.
    const { status, code, message, requestId, fields } = error;
    throw new ApiFailure(status, code, `${file.name}: ${message}`, requestId, fields);
  }
}
