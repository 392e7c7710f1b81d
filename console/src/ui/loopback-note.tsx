import { Alert, Code, Text } from '@mantine/core';
import { isLoopback } from './is-loopback.ts';

interface LoopbackNoteProps {
  /** A host name or an IP address. */
  host: string;
  /** The address, in words. It works on this computer only. */
  subject: string;
  /** The settings of this server that give it another address. */
  settings: readonly string[];
}

/** Says that an address of this server is reached from this computer only. Shows nothing for other addresses. */
export function LoopbackNote({ host, subject, settings }: LoopbackNoteProps) {
  if (!isLoopback(host)) return null;
  return (
    <Alert color="yellow" variant="light" title={`${subject} works on this computer only`}>
      <Text size="sm">
        {host} is the address of the computer that the server runs on. Before other computers can use it, your
        operator sets{' '}
        {settings.map((setting, index) => (
          <span key={setting}>
            {index > 0 ? ' and ' : ''}
            <Code>{setting}</Code>
          </span>
        ))}{' '}
        and restarts the server.{' '}
        <a
          className="app-link inherit-color underlined"
          href="/docs/configuration"
          target="_blank"
          rel="noreferrer"
        >
          How to set it
        </a>
      </Text>
    </Alert>
  );
}
