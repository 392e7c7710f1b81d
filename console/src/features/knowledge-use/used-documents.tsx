import { Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { AppLink, formatDuration } from '../../ui/index.ts';

type Use = Schema<'KnowledgeUse'>;

const outcomes: Record<Exclude<Use['outcome'], 'found'>, string> = {
  nothing: 'No document answers this',
  late: 'The search of the documents took too long',
  failed: 'The search of the documents failed',
};

/** Links an answer to the documents that its model got, where their text can be corrected. */
export function UsedDocuments({ use }: { use: Use }) {
  const { outcome, tookMs, chunks } = use;
  const time = tookMs === null ? '' : ` in ${formatDuration(tookMs)}`;
  return (
    <Text size="xs" c="dimmed" component="div">
      {outcome === 'found'
        ? `Documents found${time}:`
        : `${outcomes[outcome]}${chunks.length > 0 ? ':' : '.'}`}
      {chunks.map(({ chunkId, documentId, title, headings, score }, index) => (
        <span key={chunkId}>
          {index === 0 ? ' ' : ' · '}
          <AppLink to="/knowledge/documents/$documentId" params={{ documentId }}>
            {[...new Set([title, ...headings])].join(' › ')}
          </AppLink>{' '}
          <span className="tabular">({score.toFixed(1)})</span>
        </span>
      ))}
    </Text>
  );
}
