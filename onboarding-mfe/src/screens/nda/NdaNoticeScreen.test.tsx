import { screen, waitFor } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { fakeApi, hasUnsentTyping, openAsHospital, patient } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import NdaNoticeScreen from './NdaNoticeScreen.tsx';

beforeEach(openAsVisitor);

const open = () => show(<NdaNoticeScreen />, paths.onboarding.nda);
const nda = () => screen.getByLabelText(/Non-Disclosure Agreement/);
const terms = () => screen.getByLabelText(/the Privacy Policy and the Terms/);
const next = () => screen.getByRole('button', { name: 'Next' });

test('NdaNoticeScreen enables Next once both boxes are ticked, keeps them while a document is read, and leads to the info screen', async () => {
  const first = await open();
  expect(next()).toBeDisabled();
  await first.user.click(nda());
  expect(next()).toBeDisabled();
  expect(hasUnsentTyping()).toBe(true);
  first.unmount();
  const { user } = await open();
  expect(nda()).toBeChecked();
  expect(terms()).not.toBeChecked();
  await user.click(terms());
  expect(next()).toBeEnabled();
  await user.click(nda());
  expect(next()).toBeDisabled();
  await user.click(nda());
  await user.click(next());
  expect(location.pathname).toBe(paths.onboarding.info);
});

test('NdaNoticeScreen of a hospital asks for no non-disclosure agreement', async () => {
  openAsHospital();
  const { user } = await open();
  expect(screen.getAllByRole('checkbox')).toEqual([terms()]);
  expect(next()).toBeDisabled();
  await user.click(terms());
  await user.click(next());
  expect(location.pathname).toBe(paths.onboarding.info);
});

describe('NdaNoticeScreen with documents to agree to', () => {
  const AGREE = 'POST v1/agreements';
  const ALL = ['nda', 'privacy', 'terms'].map((document) => ({ document, version: '1.0' }));

  async function openWith(toAgree: typeof ALL) {
    openSession({ token: 't', user: { ...patient, toAgree } });
    return open();
  }

  test('sends the agreed versions on Next and continues to the info screen', async () => {
    const calls = fakeApi({ [AGREE]: [], 'GET v1/users/me': patient });
    const { user } = await openWith(ALL);
    expect(screen.getByText('Privacy Policy, version 1.0')).toBeVisible();
    expect(next()).toBeDisabled();
    await user.click(nda());
    await user.click(terms());
    await user.click(next());
    await waitFor(() => expect(location.pathname).toBe(paths.onboarding.info));
    expect(calls[0]).toEqual({ route: AGREE, body: ALL });
    expect(store.getState().session.me).toMatchObject({ toAgree: [] });
  });

  test('asks only for the new version, with the other box already ticked', async () => {
    await openWith([{ document: 'privacy', version: '2.0' }]);
    expect(screen.getByText('Privacy Policy, version 2.0')).toBeVisible();
    expect(nda()).toBeChecked();
    expect(terms()).not.toBeChecked();
    expect(next()).toBeDisabled();
  });

  test('stays open and shows the reason when the agreement could not be saved', async () => {
    fakeApi({});
    const { user } = await openWith([{ document: 'nda', version: '2.0' }]);
    await user.click(nda());
    await user.click(next());
    expect(await screen.findByRole('alert')).toHaveTextContent("We can't reach the server");
    expect(location.pathname).toBe(paths.onboarding.nda);
    expect(next()).toBeEnabled();
  });

  test('offers to sign out instead', async () => {
    fakeApi({ 'DELETE v1/sessions': undefined });
    const { user } = await openWith(ALL);
    await user.click(screen.getByRole('button', { name: 'Sign out instead' }));
    await waitFor(() => expect(store.getState().session.status).toBe('anonymous'));
  });
});
