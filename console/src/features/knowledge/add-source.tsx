import { Button, Menu, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api, read } from '../../api/index.ts';
import { FormDialog, useDraft } from '../../ui/index.ts';
import { FilesDialog } from './files-dialog.tsx';
import { rereadChoices, type Source } from './labels.ts';
import { firstLanguage, LanguageField } from './language-field.tsx';

interface DialogProps {
  /** The language with which the form begins. */
  language: string;
  onClose: () => void;
}

/** Adds a source: a text, files, a page or a site. */
export function AddSource({ sources }: { sources: readonly Source[] }) {
  const language = firstLanguage(sources);
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
      {opened ? <TextDialog language={language} onClose={closeText} /> : null}
      {filesOpened ? <FilesDialog language={language} onClose={closeFiles} /> : null}
      {webOpened ? <WebDialog language={language} onClose={closeWeb} /> : null}
    </>
  );
}

/** Adds a text that is typed in. */
export function TextDialog({ name: about = '', language: first, onClose }: DialogProps & { name?: string }) {
  const form = useDraft({ name: about, language: first, text: '' });
  const { name, language, text } = form.draft;
  return (
    <FormDialog
      title="Add a text"
      action="Add text"
      form={form}
      onSubmit={() =>
        read(api.POST('/api/knowledge/texts', { body: { name, language: language || null, text } }))
      }
      refreshes={['knowledge']}
      done={(source) => `${source.name} was added. Agents find it from now on.`}
      onClose={onClose}
    >
      {({ text: field, value }) => (
        <>
          <TextInput label="Name" {...field('name')} maxLength={200} required data-autofocus />
          <LanguageField {...value('language')} />
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

function WebDialog({ language: first, onClose }: DialogProps) {
  const form = useDraft({ kind: 'page', address: '', name: '', language: first, reread: '168' });
  const { kind, address, name, language, reread } = form.draft;
  const add = (): Promise<Source> => {
    const body = {
      address: address.trim(),
      name: name.trim() || null,
      language: language || null,
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
      {({ text, value, errorOf }) => (
        <>
          <Select
            label="What to read"
            data={[
              { value: 'page', label: 'One page' },
              { value: 'site', label: 'A site, by its sitemap' },
            ]}
            value={kind}
            onChange={(chosen) => form.change({ kind: chosen ?? 'page' })}
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
          <LanguageField {...value('language')} />
          <Select
            label="Read again"
            data={rereadChoices}
            value={reread}
            onChange={(chosen) => form.change({ reread: chosen ?? '' })}
            error={errorOf('rereadHours')}
            allowDeselect={false}
          />
        </>
      )}
    </FormDialog>
  );
}
