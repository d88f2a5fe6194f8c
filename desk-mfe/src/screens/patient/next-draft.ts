import type { NextStep, Notification } from 'mock-api/contract';
import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** The longest texts that the API takes. */
export const TITLE_LENGTH = 120;
export const CONTENT_LENGTH = 500;
export const REASON_LENGTH = 300;

/** The longest delay that the API takes, in minutes: a day. */
const LONGEST_DELAY = 1440;

export interface TypedNext {
  title: string;
  content: string;
  place: string;
  /** As the browser's field for it has it: `2026-11-23T10:30`, by the clock of this place. */
  at: string;
  minutes: string;
  reason: string;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** An ISO 8601 time as the browser's field for date and time takes it, by the clock of this place. */
export function toLocalTime(iso: string): string {
  const time = new Date(iso);
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${day}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** What the form begins with: what the patient is told at present. */
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

/** What must be there to say what happens next; a delay has a reason, so that every patient knows why they wait. */
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

/** What is sent for what was typed. */
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
