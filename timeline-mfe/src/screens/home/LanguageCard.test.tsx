import { act, screen, waitFor } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { fakeApi, openPage, openRoutes, patient, store } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const unasked = { ...patient, language: null, needsInterpreter: null };
const PATCH = 'PATCH v1/users/me';

/** Opens home for a user, whose account the API then has with these fields. */
async function open(me: typeof unasked, saved: object = me) {
  fakeApi({ ...timeline([]), [PATCH]: saved });
  store.setState(({ session }) => ({ session: { ...session, me } }));
  return openRoutes(feature.routes, '/app');
}

beforeEach(() => {
  openPage();
  changeSettings({ isLanguageChosen: false });
});

test('home asks a patient for the language and then for an interpreter, each answered with one tap', async () => {
  const user = await open(unasked, { ...unasked, language: 'en' });
  await screen.findByRole('heading', { name: 'Which language do you read best?' });
  await user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { name: 'Do you need an interpreter?' })).toHaveFocus();
  fakeApi({ ...timeline([]), [PATCH]: { ...unasked, language: 'en', needsInterpreter: true } });
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'To do' })).toBeNull());
});

test('a language that was chosen before signing in is stored in the account without asking', async () => {
  changeSettings({ isLanguageChosen: true });
  await open(unasked, { ...unasked, language: 'en' });
  expect(await screen.findByRole('heading', { name: 'Do you need an interpreter?' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Which language do you read best?' })).toBeNull();
  await waitFor(() => expect(store.getState().session.me).toMatchObject({ language: 'en' }));
});

test.each([
  ['a supporter who has a language', { ...unasked, roleType: 'supporter', language: 'ar' as const }],
  ['a patient who has answered', { ...unasked, language: 'en' as const, needsInterpreter: false }],
  ['staff', { ...unasked, roleType: 'staff' }],
])('home asks %s nothing', async (_who, me) => {
  await open(me as typeof unasked);
  await act(async () => undefined);
  expect(screen.queryByText(/interpreter|language/)).toBeNull();
});
