import { screen, within } from '@testing-library/react';
import type { CareTeam } from 'mock-api/contract';
import { openPage } from 'shared-ui/testing';
import { member, source } from '../../testing/hospital-record.ts';
import { openScreen } from '../../testing/records.ts';

beforeEach(openPage);

async function open(people: CareTeam['people'], profileId = 1) {
  const answers = { [`GET v1/profiles/${profileId}/care-team`]: { source, people, now: null } };
  await openScreen('care-team', answers, profileId);
  await screen.findByText(/^From Northside/);
}

/** Returns the texts of the people below each heading. */
const sections = () =>
  screen.getAllByRole('heading', { level: 2 }).map((heading) => {
    const people = within(heading.parentElement ?? document.body).queryAllByRole('listitem');
    return [heading.textContent, people.map(({ textContent }) => textContent)];
  });

test('CareTeamScreen shows who attends now first, past members last, and each person once', async () => {
  await open([
    member({ id: 'nurse', name: 'Camille Lavoie', role: 'Nurse' }),
    member(),
    member({ id: 'me', name: null, role: null, isYou: true }),
    member({ id: 'attending', isNow: true, role: 'Attending' }),
    member({ id: 'former', name: 'Samir Benali', role: 'Dietitian', isPast: true, until: '2026-09-08' }),
    member({ id: 'before', isPast: true, until: '2026-11-20' }),
  ]);
  expect(sections()).toEqual([
    ['Who looks after me now', ['AODr. Amara OseiEmergency physician, Attending']],
    ['The team', ['CLCamille LavoieNurse', 'YYou']],
    ['No longer on the team', ['SBSamir BenaliDietitianUntil Sep 8, 2026']],
  ]);
});

test('CareTeamScreen says that the record does not say who attends now, and calls a person without a name by their role', async () => {
  await open([member({ name: null, role: 'Nurse' }), member({ id: 'other', name: null, role: 'Nurse' })]);
  expect(screen.getByText(/doesn’t say who is in charge right now/)).toBeVisible();
  expect(sections()[1]).toEqual(['The team', ['NurseThe record has no name.', 'NurseThe record has no name.']]);
});

test('CareTeamScreen calls the patient by name for a supporter', async () => {
  await open([member({ id: 'me', name: null, role: null, isYou: true })], 2);
  expect(screen.getByRole('heading', { name: 'Who looks after Maya now' })).toBeVisible();
  expect(sections()[1]).toEqual(['The team', ['MMaya']]);
});
