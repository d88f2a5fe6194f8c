import { screen, within } from '@testing-library/react';
import type { DeskMedicationChecks, MedicationCheck } from 'mock-api/contract';
import { fakeApi } from 'shared-ui/testing';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const CHECKS = 'v1/desk/patients/lea/medication-checks';

const check = (fields: Partial<MedicationCheck> = {}): MedicationCheck => ({
  id: 'check',
  at: '2026-11-25T13:00:00.000Z',
  since: { added: 0, changed: 0, stopped: 0 },
  who: 'Léa Côté',
  isByPatient: true,
  answers: [
    { id: 'a', name: 'Metformin', how: ['Once a day'], state: 'current', answer: 'take', isDifferent: false },
    {
      id: 'b',
      name: 'Water pill',
      how: [],
      state: 'paused',
      answer: 'differently',
      words: 'Half',
      isDifferent: true,
    },
  ],
  added: [{ name: 'Vitamin D', amount: '1000 units' }],
  request: { id: 'r', status: 'sent', seenBy: null, seenAt: null, doneBy: null, doneAt: null },
  ...fields,
});

async function open(of: Partial<DeskMedicationChecks>, more: object = {}) {
  const calls = fakeApi({
    [PATIENT]: deskPatient(),
    [`GET ${CHECKS}`]: { asked: null, checks: [], ...of },
    ...more,
  });
  const user = await openPatient();
  const region = within(await screen.findByRole('region', { name: 'Medication check' }));
  return { user, region, calls };
}

test('MedicationsSection lists the differences only, and completes them', async () => {
  const done = { status: 'done', seenBy: 'Ana', seenAt: check().at, doneBy: 'Ana', doneAt: check().at } as const;
  const checks: MedicationCheck[] = [check()];
  const { user, region } = await open(
    {},
    {
      [`GET ${CHECKS}`]: () => ({ asked: null, checks: [...checks] }),
      'POST v1/desk/requests/r/done': () => {
        checks[0] = check({ request: { id: 'r', ...done } });
        return {};
      },
    },
  );
  expect(await region.findByText('Water pill')).toBeVisible();
  expect(region.getByText('Takes it differently. “Half”')).toBeVisible();
  expect(region.getByText('Vitamin D, 1000 units')).toBeVisible();
  expect(region.queryByText('Metformin')).not.toBeInTheDocument();
  await user.click(region.getByRole('button', { name: 'Mark as done' }));
  expect(await region.findByText(/^Done by Ana, /)).toBeVisible();
  expect(region.queryByRole('button', { name: 'Mark as done' })).not.toBeInTheDocument();
});

test('MedicationsSection says that nothing differs, and how the list has changed since', async () => {
  const same = check({ answers: [], added: [], request: null, since: { added: 2, changed: 0, stopped: 0 } });
  const { region } = await open({ checks: [same] });
  expect(await region.findByText('No differences')).toBeVisible();
  expect(region.getByText(/^Checked by the patient, /)).toBeVisible();
  expect(region.getByText('The list has changed since. Added: 2. Changed: 0. Stopped: 0.')).toBeVisible();
});

test('MedicationsSection asks for a check once', async () => {
  let asked: DeskMedicationChecks['asked'] = null;
  const { user, region, calls } = await open(
    {},
    {
      [`GET ${CHECKS}`]: () => ({ asked, checks: [] }),
      [`POST ${CHECKS}`]: () => {
        asked = { at: check().at, by: 'Ana' };
        return { status: 204 };
      },
    },
  );
  await user.click(await region.findByRole('button', { name: 'Ask for a medication check' }));
  expect(await region.findByText(/^Asked for by Ana, /)).toBeVisible();
  expect(region.queryByRole('button', { name: 'Ask for a medication check' })).not.toBeInTheDocument();
  expect(calls.filter(({ route }) => route === `POST ${CHECKS}`)).toHaveLength(1);
});
