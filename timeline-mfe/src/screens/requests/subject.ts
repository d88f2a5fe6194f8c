import type { NewRequest } from 'mock-api/contract';
import { type Store, useStore } from 'shared-ui';

export type RequestKind = NewRequest['kind'];
/** Navigation state from the form to the list: the kind of the request that was just sent. */
export interface SentState {
  sent: RequestKind;
}

/** The subject of a request: an event, a result or a care plan. */
type RequestAbout = NonNullable<NewRequest['about']>;

const KINDS: readonly RequestKind[] = ['question', 'correction', 'request'];

/** Parses the URL's query: the kind (defaults to a question) and the subject. */
export function requestedSubject(search: string): Pick<NewRequest, 'kind' | 'about'> {
  const given = new URLSearchParams(search);
  const kind = KINDS.find((known) => known === given.get('kind')) ?? 'question';
  const [type, id] = [given.get('type'), given.get('id')];
  return type && id ? { kind, about: { type, id } } : { kind };
}

function titleIn({ events, records }: Store, { type, id }: RequestAbout): string | undefined {
  if (type === 'result') return records.results.find((result) => result.id === id)?.name;
  if (type === 'care-plan') return records.carePlans.find((plan) => plan.id === id)?.data.title;
  return events.list.find((event) => event.id === id)?.name;
}

/** Returns the subject's title, or undefined if there is no subject or this page hasn't loaded it. */
export const useSubjectTitle = (about: RequestAbout | undefined): string | undefined =>
  useStore((state) => about && titleIn(state, about));
