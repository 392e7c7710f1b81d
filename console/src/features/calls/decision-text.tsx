import type { ReactNode } from 'react';
import { AppLink, formatInstant } from '../../ui/index.ts';
import { type Kind, NameOf } from '../picks/index.ts';
import { messageParts } from './timeline.ts';

const kindOfPrefix: Record<string, Kind> = {
  agent: 'agents',
  campaign: 'campaigns',
  number: 'phone-numbers',
  retry: 'retry-configs',
  schedule: 'schedules',
  trunk: 'trunks',
  workflow: 'workflows',
};

/** A message of the program with names in place of ids, and with times in the browser's time zone. */
export function DecisionText({ text }: { text: string }) {
  return messageParts(text).map(({ kind, text: part }, index): ReactNode => {
    const key = `${index} ${part}`;
    if (kind === 'text') return part;
    if (kind === 'time') {
      return (
        <time key={key} dateTime={part}>
          {formatInstant(part)}
        </time>
      );
    }
    const [prefix = ''] = part.split('_');
    if (prefix === 'call') {
      return (
        <AppLink key={key} to="/calls/$callId" params={{ callId: part }} className="app-link underlined">
          linked here
        </AppLink>
      );
    }
    const named = kindOfPrefix[prefix];
    return named ? <NameOf key={key} kind={named} id={part} /> : part;
  });
}
