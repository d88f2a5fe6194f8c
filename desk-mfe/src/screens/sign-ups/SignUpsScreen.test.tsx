import { screen, waitFor } from '@testing-library/react';
import { fakeApi, openPage, openRoutes, setLocale } from 'shared-ui/testing';
import { saveFile } from '../../components/save-file.ts';
import feature from '../../feature.tsx';

jest.mock('../../components/save-file.ts', () => ({ saveFile: jest.fn(), openFile: jest.fn() }));

const LIST = 'GET v1/desk/sign-ups?limit=50';
const FILE = 'GET v1/desk/sign-ups.csv';
const maya = {
  id: 'm',
  email: 'maya@example.org',
  name: 'Maya Osei',
  city: null,
  optIn: true,
  createdAt: '2026-11-20T09:41:00.000Z',
};

beforeEach(() => {
  openPage();
  setLocale('en');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

const open = () => openRoutes(feature.routes, '/desk/sign-ups');

test('SignUpsScreen lists sign-ups and saves all of them as a file', async () => {
  const csv = new Response('Name,Email', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
  fakeApi({ [LIST]: [maya], [FILE]: csv });
  const user = await open();
  expect(await screen.findByText('maya@example.org')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save as a file (CSV)' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'sign-ups.csv'));
});

test('SignUpsScreen shows an error when the file can’t be fetched', async () => {
  fakeApi({ [LIST]: [maya], [FILE]: { status: 503, body: { error: { code: 'UNAVAILABLE', message: 'Try later.' } } } });
  const user = await open();
  await screen.findByText('maya@example.org');
  await user.click(screen.getByRole('button', { name: 'Save as a file (CSV)' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Try later.');
});

test('SignUpsScreen shows an error when the list can’t be fetched, and “Try again” loads it', async () => {
  fakeApi({});
  const user = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The sign-ups can’t be shown just now');
  fakeApi({ [LIST]: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No one has signed up yet')).toBeVisible();
});
