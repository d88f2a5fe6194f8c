import { screen, waitFor, within } from '@testing-library/react';
import type { DeskMerge } from 'mock-api/contract';
import { fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { deskPatient } from '../../testing/desk.ts';
import { openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const MERGE: DeskMerge = {
  id: 'merge',
  at: '2026-11-20T09:41:00.000Z',
  retired: { name: 'Lea Cote', dateOfBirth: '1958-03-15', recordNumber: 'H1002' },
  undoableUntil: '2026-12-20T09:41:00.000Z',
};
const UNDO = 'POST v1/desk/patients/lea/merges/merge/undo';

const section = () => within(screen.getByRole('region', { name: 'Joined records' }));

test('MergesSection undoes a merge after a question that names both people', async () => {
  let merges = [MERGE];
  const calls = fakeApi({
    [PATIENT]: () => deskPatient({ merges }),
    [UNDO]: () => {
      merges = [];
    },
  });
  const user = await openPatient();
  expect(section().getByRole('listitem')).toHaveTextContent(
    /Merged with Lea Cote on .*Born Mar.* 15, 1958.*Record number H1002.*Can be undone until Dec/,
  );
  expect(await axeViolations()).toEqual([]);
  const press = section().getByRole('button', { name: 'Undo: Lea Cote' });
  await user.click(press);
  const dialog = within(await screen.findByRole('dialog', { name: 'Separate Léa Côté and Lea Cote again?' }));
  expect(dialog.getByText(/1958-03-14|Mar.* 14, 1958/)).toBeVisible();
  expect(dialog.getByText(/Mar.* 15, 1958/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(press).toHaveFocus());
  expect(calls.filter(({ route }) => route === UNDO)).toEqual([]);
  await user.click(press);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Léa Côté, room 412: separated from Lea Cote')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Joined records' })).not.toBeInTheDocument());
});

test('MergesSection shows why a merge could not be undone', async () => {
  const refused = { status: 409, body: { error: { code: 'MERGE_FINAL', message: 'It is too late.' } } };
  fakeApi({ [PATIENT]: deskPatient({ merges: [MERGE] }), [UNDO]: refused });
  const user = await openPatient();
  await user.click(section().getByRole('button', { name: /Undo/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }));
  expect(await section().findByRole('alert')).toHaveTextContent('It is too late.');
});
