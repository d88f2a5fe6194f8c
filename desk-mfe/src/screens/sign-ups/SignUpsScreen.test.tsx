import { screen, waitFor } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { saveFile } from '../../components/save-file.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

jest.mock('../../components/save-file.ts', () => ({ saveFile: jest.fn(), openFile: jest.fn() }));

const LIST = 'GET v1/desk/sign-ups?limit=50';
const FILE = 'GET v1/desk/sign-ups.csv';
const createdAt = '2026-11-20T09:41:00.000Z';
const maya = { id: 'm', email: 'maya@example.org', name: 'Maya Osei', city: null, optIn: true, createdAt };

setUpDesk();

test('SignUpsScreen lists sign-ups, and saves all of them as a file; what fails can be tried again', async () => {
  const csv = new Response('Name,Email', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
  const error = { code: 'UNAVAILABLE', message: 'Try later.' };
  fakeApi({ [FILE]: { status: 503, body: { error } } });
  const user = await openDesk('/desk/sign-ups');
  expect(await screen.findByRole('alert')).toHaveTextContent('The sign-ups can’t be shown just now');
  fakeApi({ [LIST]: [maya], [FILE]: { status: 503, body: { error } } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('maya@example.org')).toBeVisible();
  const save = () => user.click(screen.getByRole('button', { name: 'Save as a file (CSV)' }));
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Try later.');
  fakeApi({ [LIST]: [maya], [FILE]: csv });
  await save();
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'sign-ups.csv'));
});
