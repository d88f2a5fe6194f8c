import { screen, waitFor } from '@testing-library/react';
import { paths, store } from 'shared-ui';
import { fakeApi, patient, savedToken } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import ValidateEmailScreen from './ValidateEmailScreen.tsx';

const VALIDATE = 'POST v1/users/validate-email';
const CODE = 'POST v1/sessions/code';
const FAILED = "We're having some trouble validating your email. Please try again...";

beforeEach(openAsVisitor);

let visits = 0;

/** Opens the screen with a new link for every test: the page uses each link only once. */
async function open() {
  visits += 1;
  const uuid = `link-${visits}`;
  const again = () =>
    show(<ValidateEmailScreen />, paths.onboarding.validateEmail(':uuid'), paths.onboarding.validateEmail(uuid));
  return { uuid, again, ...(await again()) };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('an approved user is signed in and sent to patient-complete', async () => {
  const calls = fakeApi({
    [VALIDATE]: { hospitalStatusId: 1, uniqueCode: 'once' },
    [CODE]: { token: 'secret', user: patient },
  });
  const { uuid, user, unmount, again } = await open();
  const title = await heading('Your email is validated');
  await waitFor(() => expect(title).toHaveFocus());
  expect(calls).toEqual([
    { route: VALIDATE, body: { uuid } },
    { route: CODE, body: { code: 'once' } },
  ]);
  await waitFor(() => expect(store.getState().session.status).toBe('full'));
  expect(savedToken()).toBe('secret');
  unmount();
  await again();
  expect(await heading('Your email is validated')).toBeVisible();
  expect(calls).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'lets get started' }));
  expect(location.pathname).toBe(paths.onboarding.patientComplete);
});

test('ValidateEmailScreen links to the login screen when the code of an approved account fails', async () => {
  fakeApi({ [VALIDATE]: { hospitalStatusId: 1, uniqueCode: 'once' } });
  await open();
  expect(await heading('Your email is validated')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', paths.onboarding.login);
  expect(savedToken()).toBeNull();
});

test('ValidateEmailScreen reports an account under review and opens no session, also after a retry', async () => {
  fakeApi({});
  const { user } = await open();
  await heading('Sorry Something has gone wrong!!');
  fakeApi({ [VALIDATE]: { hospitalStatusId: 2 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Your account is under review\. We will notify you once/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', paths.onboarding.login);
  expect(savedToken()).toBeNull();
});

test.each([
  ['a dead link', { status: 410, body: { error: { code: 'LINK_DEAD', message: 'Expired.' } } }, 'Expired.', 0],
  ['another hospital status', { hospitalStatusId: 7 }, 'Something went wrong', 1],
])('ValidateEmailScreen shows the error with contacts for %s', async (_what, answer, reason, retries) => {
  fakeApi({ [VALIDATE]: answer });
  await open();
  expect(await heading('Sorry Something has gone wrong!!')).toBeVisible();
  expect(screen.getByText(FAILED)).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(retries);
});

test('ValidateEmailScreen asks for a password in another browser, keeps a refused one, and signs in once it is set', async () => {
  const due = { hospitalStatusId: 1, passwordDue: { maskedPhone: '••••••••0177' } };
  const answers: unknown[] = [
    { status: 400, body: { error: { code: 'PASSWORD_COMMON', message: 'Another one, please.' } } },
    { hospitalStatusId: 1, uniqueCode: 'once' },
  ];
  const calls = fakeApi({
    [VALIDATE]: (body: object) => ('password' in body ? answers.shift() : due),
    [CODE]: { token: 'secret', user: patient },
  });
  const { uuid, user } = await open();
  const save = () => user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await heading('Set your own password');
  await save();
  expect((await screen.findAllByText('Password Required'))[0]).toBeVisible();
  await user.type(screen.getByLabelText('Password'), 'Own-pass12');
  await user.type(screen.getByLabelText('Confirm Password'), 'Own-pass12');
  await user.click(screen.getByRole('checkbox', { name: /0177 is not my mobile number/ }));
  await save();
  expect(await screen.findByText('Another one, please.')).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveValue('Own-pass12');
  await save();
  expect(await heading('Your email is validated')).toBeVisible();
  expect(calls.slice(-2)).toEqual([
    { route: VALIDATE, body: { uuid, password: 'Own-pass12', removePhone: true } },
    { route: CODE, body: { code: 'once' } },
  ]);
  await waitFor(() => expect(savedToken()).toBe('secret'));
});

test('ValidateEmailScreen asks nothing about a number that the account does not have', async () => {
  fakeApi({ [VALIDATE]: { hospitalStatusId: 1, passwordDue: { maskedPhone: '' } } });
  await open();
  await heading('Set your own password');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
