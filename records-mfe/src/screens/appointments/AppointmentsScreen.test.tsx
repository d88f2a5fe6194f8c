import { screen } from '@testing-library/react';
import type { Appointments } from 'mock-api/contract';
import { changeSettings, runtimeConfig } from 'shared-ui';
import { openPage, setRuntimeConfig } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { source } from '../../testing/hospital-record.ts';
import { openScreen } from '../../testing/records.ts';

const ROUTE = 'GET v1/profiles/1/appointments';

const visit: Appointments['appointments'][number] = {
  id: 'a',
  at: null,
  lang: null,
  name: 'Physiotherapy',
  start: '2026-12-10T20:30:00.000Z',
  end: '2026-12-10T21:00:00.000Z',
  status: 'Booked',
  place: 'Level 4',
  people: ['Dr. Amara Osei'],
  preparation: 'Nothing to eat from midnight on.',
  eventId: null,
};
const answer = (...appointments: (typeof visit)[]) => ({ [ROUTE]: { source, appointments } });

let files: Blob[] = [];

beforeEach(() => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), timeZone: 'America/Toronto' });
  // 11:30 p.m. of the day before in Toronto.
  jest.useFakeTimers({
    now: Date.parse('2026-12-10T04:30:00Z'),
    doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'],
  });
  files = [];
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => jest.useRealTimers());

test('AppointmentsScreen shows when, where and with whom, and adds an appointment to the calendar', async () => {
  const over = {
    ...visit,
    id: 'over',
    name: 'Over',
    start: '2026-12-10T03:00:00.000Z',
    end: '2026-12-10T04:00:00.000Z',
  };
  const user = await openScreen('appointments', answer(over, visit, { ...visit, id: 'b', place: null, start: null }));
  expect(await screen.findByRole('heading', { level: 1, name: 'My appointments' })).toBeVisible();
  const [card, other] = await screen.findAllByRole('listitem');
  expect(card).toHaveTextContent(
    /^PhysiotherapyTomorrow, 3:30 p\.m\.PlaceLevel 4WithDr\. Amara OseiHow to prepareNothing to eat from midnight on\.Add to calendar\(Physiotherapy\)$/,
  );
  expect(other).toHaveTextContent(/The time isn’t set yetPlaceNorthside General Hospital/);
  expect(screen.queryByText('Over')).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Add to calendar/ }));
  const [file] = files;
  expect(file?.type).toBe('text/calendar;charset=utf-8');
  expect(jest.mocked(HTMLAnchorElement.prototype.click)).toHaveBeenCalledTimes(1);
});

test('AppointmentsScreen speaks French', async () => {
  changeSettings({ locale: 'fr' });
  await openScreen('appointments', answer(visit));
  expect(await screen.findByText(/^Demain, 15 h 30$/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Ajouter au calendrier/ })).toBeVisible();
});

test('AppointmentsScreen says when none is booked', async () => {
  await openScreen('appointments', answer());
  expect(await screen.findByText('No appointment is booked')).toBeVisible();
});
