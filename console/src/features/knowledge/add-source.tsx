import { Button, FileInput, Menu, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type DragEvent, type ReactNode, useState } from 'react';
import { api, read, refusedField, send } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { rereadChoices, type Source } from './labels.ts';

const fileEndings = '.pdf,.docx,.html,.htm,.md,.markdown,.txt,.csv';
const languageField = {
  label: 'Language',
  description: 'A tag such as en or de. The search then knows word forms.',
  placeholder: 'Unknown',
  maxLength: 35,
};

/** Adds a source: a text, files, a page or a site. */
export function AddSource() {
  const [opened, { open: openText, close: closeText }] = useDisclosure(false);
  const [filesOpened, { open: openFiles, close: closeFiles }] = useDisclosure(false);
  const [webOpened, { open: openWeb, close: closeWeb }] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button>Add source</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={openText}>Text</Menu.Item>
          <Menu.Item onClick={openFiles}>Files</Menu.Item>
          <Menu.Item onClick={openWeb}>Web page or site</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened ? <TextDialog onClose={closeText} /> : null}
      {filesOpened ? <FilesDialog onClose={closeFiles} /> : null}
      {webOpened ? <WebDialog onClose={closeWeb} /> : null}
    </>
  );
}

function TextDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft({ name: '', language: '', text: '' });
  const { name, language, text } = form.draft;
  return (
    <FormDialog
      title="Add a text"
      action="Add text"
      form={form}
      onSubmit={() =>
        read(api.POST('/api/knowledge/texts', { body: { name, language: language.trim() || null, text } }))
      }
      refreshes={['knowledge']}
      done={(source) => `${source.name} was added. Agents find it from now on.`}
      onClose={onClose}
    >
      {({ text: field }) => (
        <>
          <TextInput label="Name" {...field('name')} maxLength={200} required data-autofocus />
          <TextInput {...languageField} {...field('language')} />
          <Textarea
            label="Text"
            description="Headings (# Prices) divide it. Each part should make sense by itself."
            {...field('text')}
            autosize
            minRows={8}
            maxRows={20}
            required
          />
        </>
      )}
    </FormDialog>
  );
}

function FilesDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft<{ files: File[]; language: string }>({ files: [], language: '' });
  const { files, language } = form.draft;
  return (
    <FormDialog
      title="Add files"
      action="Upload files"
      form={form}
      onSubmit={async () => {
        if (files.length === 0) throw refusedField('files', 'Choose at least one file.');
        for (const file of files) {
          const query = {
            fileName: file.name,
            ...(language.trim() === '' ? {} : { language: language.trim() }),
          };
          await sendFile('POST', '/api/knowledge/files', query, file);
          // Uploaded files are not sent again after another file is refused.
          form.change({ files: files.slice(files.indexOf(file) + 1) });
        }
      }}
      refreshes={['knowledge']}
      done="The files were uploaded. Agents find them as soon as they are read."
      onClose={onClose}
    >
      {({ errorOf, text }) => (
        <>
          <DropArea onFiles={(dropped) => form.change({ files: [...files, ...dropped] })}>
            <FileInput
              label="Files"
              description="PDF, Word (.docx), HTML, Markdown, plain text or CSV. Drop them here, or choose them."
              placeholder="Choose files"
              accept={fileEndings}
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
          <TextInput {...languageField} {...text('language')} />
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
          accept={fileEndings}
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
  await send(`${path}?${new URLSearchParams(query)}`, { method, headers, body: file });
}

function WebDialog({ onClose }: { onClose: () => void }) {
  const form = useDraft({ kind: 'page', address: '', name: '', language: '', reread: '168' });
  const { kind, address, name, language, reread } = form.draft;
  const add = (): Promise<Source> => {
    const body = {
      address: address.trim(),
      name: name.trim() || null,
      language: language.trim() || null,
      rereadHours: reread === '' ? null : Number(reread),
    };
    return kind === 'site'
      ? read(api.POST('/api/knowledge/sites', { body }))
      : read(api.POST('/api/knowledge/pages', { body }));
  };
  return (
    <FormDialog
      title="Add a web page or site"
      action="Add source"
      form={form}
      onSubmit={add}
      refreshes={['knowledge']}
      done="The source was added. Agents find it as soon as it is read."
      onClose={onClose}
    >
      {({ text, errorOf }) => (
        <>
          <Select
            label="What to read"
            data={[
              { value: 'page', label: 'One page' },
              { value: 'site', label: 'A site, by its sitemap' },
            ]}
            value={kind}
            onChange={(value) => form.change({ kind: value ?? 'page' })}
            allowDeselect={false}
          />
          <TextInput
            label="Address"
            placeholder="https://www.example.com/help/"
            {...text('address')}
            inputMode="url"
            required
            data-autofocus
          />
          {kind === 'site' ? (
            <Text size="xs" c="dimmed">
              The pages below the folder of the address are read, as the sitemap lists them. The site’s
              robots.txt is respected.
            </Text>
          ) : null}
          <TextInput label="Name" placeholder="The address" {...text('name')} maxLength={200} />
          <TextInput {...languageField} {...text('language')} />
          <Select
            label="Read again"
            data={rereadChoices}
            value={reread}
            onChange={(value) => form.change({ reread: value ?? '' })}
            error={errorOf('rereadHours')}
            allowDeselect={false}
          />
        </>
      )}
    </FormDialog>
  );
}
