import type { NextStep, Notification } from 'mock-api/contract';
import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** Maximum text lengths that the API accepts. */
export const TITLE_LENGTH = 120;
export const CONTENT_LENGTH = 500;
export const REASON_LENGTH = 300;

/** Maximum delay that the API accepts, in minutes: one day. */
const LONGEST_DELAY = 1440;

export interface TypedNext {
  title: string;
  content: string;
  place: string;
  /** Value of a `datetime-local` input, in local time: `2026-11-23T10:30`. */
  at: string;
  minutes: string;
  reason: string;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Converts an ISO 8601 time to the value of a `datetime-local` input, in local time. */
export function toLocalTime(iso: string): string {
  const time = new Date(iso);
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** Initial values of the form: the step that the patient sees at present. */
export const toTyped = (next: Notification | null): TypedNext => ({
  title: next?.title ?? '',
  content: next?.content ?? '',
  place: next?.place ?? '',
  at: next?.at ? toLocalTime(next.at) : '',
  minutes: next?.delay ? String(next.delay.minutes) : '',
  reason: next?.delay?.reason ?? '',
});

const isDelay = (minutes = '') => minutes === '' || (/^\d+$/.test(minutes) && isInADay(Number(minutes)));
const isInADay = (minutes: number) => minutes >= 1 && minutes <= LONGEST_DELAY;

type Key = 'next.titleRequired' | 'next.contentRequired' | 'next.minutesWrong' | 'next.reasonRequired';

/** Validates a next step. A delay needs a reason, so that patients know why they wait. */
export function nextSchema(t: Translate<Key>) {
  return yup.object({
    title: yup.string().trim().required(t('next.titleRequired')),
    content: yup.string().trim().required(t('next.contentRequired')),
    minutes: yup
      .string()
      .trim()
      .test('delay', t('next.minutesWrong', { most: LONGEST_DELAY }), isDelay),
    reason: yup
      .string()
      .trim()
      .when('minutes', ([minutes], reason) => (minutes ? reason.required(t('next.reasonRequired')) : reason)),
  });
}

/** Converts the form's values into the request body. */
export function toNextStep({ title, content, place, at, minutes, reason }: TypedNext): NextStep {
  const where = place.trim();
  return {
    title: title.trim(),
    content: content.trim(),
    ...(where && { place: where }),
    ...(at && { at: new Date(at).toISOString() }),
    ...(minutes && { delay: { minutes: Number(minutes), reason: reason.trim() } }),
  };
}
