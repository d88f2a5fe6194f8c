import type { EventStatus } from 'mock-api/contract';
import { useText } from 'shared-ui';
import { words } from '../words.ts';

/** Returns the status label next to the coloured bar, or undefined for viewed and completed events. */
export function useStatusWord(status: EventStatus): string | undefined {
  const t = useText(words);
  if (status === 'VIEWED' || status === 'COMPLETED') return undefined;
  return t(`status.${status}`);
}
