/** When the hospital received the user's answer to each survey, for the cards of the events that asked for them. */
import type { SurveySent } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { defineSlice, EVENT_TYPE, readThrough, type Store, store, surveyOf, useLoad, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';

/** Fetches which surveys the hospital has received from the user. @throws ApiFailure */
const fetchSentSurveys = () => readThrough<SurveySent[]>('v1/survey-receipts');

interface SentSurveys {
  /** Id of the event -> ISO 8601 time. */
  sentAt: Record<string, string>;
}

const sentSurveys = defineSlice<SentSurveys>('timeline/sent-surveys', { initial: { sentAt: {} } });

const surveysIn = ({ events }: Store) =>
  events.list.filter((event) => event.type !== EVENT_TYPE.HOSPITAL && surveyOf(event) !== undefined);

const isSurvey = (id: string) => surveysIn(store.getState()).some((event) => event.id === id);

/** Changes whenever a survey may have been answered: one was read, delivered, or answered on another phone. */
const progressOf = (state: Store) => {
  const read = surveysIn(state).filter(({ status }) => status !== 'ACTIONABLE');
  return read.length === 0 ? '' : `${state.app.refresh} ${state.delivery.unsent.length} ${read.map(({ id }) => id)}`;
};

/** Fetches which surveys were answered while a list of events is shown. Fetches nothing if all are unanswered. */
export function useSentSurveys(): void {
  const progress = useStore(progressOf);
  const [changes, setChanges] = useState(0);
  useChange('event.updated', (id) => {
    if (isSurvey(id)) setChanges((count) => count + 1);
  });
  const { value } = useLoad(async () => (progress === '' ? undefined : fetchSentSurveys()), [progress, changes]);
  useEffect(() => {
    if (value) sentSurveys.update({ sentAt: Object.fromEntries(value.map((sent) => [sent.about, sent.deliveredAt])) });
  }, [value]);
}

/** Returns when the answer to an event's survey was received, or undefined. */
export const useSentAt = (eventId: string): string | undefined => sentSurveys.use(({ sentAt }) => sentAt[eventId]);
