import type { RequestKind } from '../../contract.ts';
import { type Locale, type MessageKey, translate } from '../i18n.ts';

const NEEDS: Readonly<Partial<Record<RequestKind, MessageKey>>> = {
  water: 'request.need.water',
  blanket: 'request.need.blanket',
  toilet: 'request.need.toilet',
  pain: 'request.need.pain',
  interpreter: 'request.need.interpreter',
  concern: 'request.concern',
};

/** Returns a request in words: what its kind says, such as "Pain: 4 out of 10", with what the person wrote. */
export function requestWords(
  { kind, level, text }: { kind: RequestKind; level?: number | null; text: string },
  locale: Locale,
): string {
  const need = NEEDS[kind];
  if (need === undefined) return text;
  return [translate(locale, need, { level: level ?? '' }), text].filter((part) => part !== '').join('. ');
}
