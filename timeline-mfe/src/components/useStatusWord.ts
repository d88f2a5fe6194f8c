import type { EventStatus } from 'mock-api/contract';
import { useText } from 'shared-ui';
import { words } from '../words.ts';

/** The word that stands beside the bar's colour; viewed and completed events have none. */
export function useStatusWord(status: EventStatus): string | undefined {
  const t = useText(words);
  if (status === 'VIEWED' || status === 'COMPLETED') return undefined;
  return t(`status.${status}`);
}
