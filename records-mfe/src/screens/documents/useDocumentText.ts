import type { Documents } from 'mock-api/contract';
import { isPicture, useText } from 'shared-ui';
import { formatRecordDate } from 'shared-ui/details';
import { words } from '../../words-documents.ts';

export type DocumentItem = Documents['documents'][number];

function fileKind({ media }: DocumentItem) {
  if (!media) return 'other';
  if (isPicture(media)) return 'picture';
  return media.type === 'application/pdf' ? 'pdf' : 'text';
}

/** Returns formatters for a document's kind and date, in the current language. */
export function useDocumentText() {
  const t = useText(words);
  return {
    /** Returns the hospital's own kind, such as "Discharge summary", or the kind of file. */
    kind: (item: DocumentItem): string => item.kind ?? t(`kind.${fileKind(item)}`),
    date: ({ at }: DocumentItem): string => (at === null ? t('noDate') : formatRecordDate(at)),
  };
}
