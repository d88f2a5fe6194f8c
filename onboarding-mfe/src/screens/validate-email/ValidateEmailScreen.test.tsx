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

test('ValidateEmailScreen reports an account under review and opens no session', async () => {
  fakeApi({ [VALIDATE]: { hospitalStatusId: 2 } });
  await open();
  expect(
    await screen.findByText('Your account is under review. We will notify you once your account is approved.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', paths.onboarding.login);
  expect(savedToken()).toBeNull();
});

test.each([
  ['a dead link', { status: 410, body: { error: { code: 'LINK_DEAD', message: 'Expired.' } } }, 'Expired.'],
  ['another hospital status', { hospitalStatusId: 7 }, 'Something went wrong'],
])('ValidateEmailScreen shows the error with contacts for %s', async (_what, answer, reason) => {
  fakeApi({ [VALIDATE]: answer });
  await open();
  expect(await heading('Sorry Something has gone wrong!!')).toBeVisible();
  expect(screen.getByText(FAILED)).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
});

test('ValidateEmailScreen offers a retry after a network error', async () => {
  fakeApi({});
  const { user } = await open();
  await heading('Sorry Something has gone wrong!!');
  fakeApi({ [VALIDATE]: { hospitalStatusId: 2 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Almost there')).toBeVisible();
});

test('ValidateEmailScreen offers no retry for a dead link', async () => {
  fakeApi({ [VALIDATE]: { status: 410, body: { error: { code: 'LINK_DEAD', message: 'Expired.' } } } });
  await open();
  await heading('Sorry Something has gone wrong!!');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('ValidateEmailScreen asks for a password in another browser, and signs in once it is set', async () => {
  const due = { hospitalStatusId: 1, passwordDue: { maskedPhone: '••••••••0177' } };
  const calls = fakeApi({
    [VALIDATE]: (body: unknown) => ('password' in (body as object) ? { hospitalStatusId: 1, uniqueCode: 'once' } : due),
    [CODE]: { token: 'secret', user: patient },
  });
  const { uuid, user } = await open();
  await heading('Set your own password');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect((await screen.findAllByText('Password Required'))[0]).toBeVisible();
  await user.type(screen.getByLabelText('Password'), 'Own-pass12');
  await user.type(screen.getByLabelText('Confirm Password'), 'Own-pass12');
  await user.click(screen.getByRole('checkbox', { name: /0177 is not my mobile number/ }));
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(await heading('Your email is validated')).toBeVisible();
  expect(calls.slice(-2)).toEqual([
    { route: VALIDATE, body: { uuid, password: 'Own-pass12', removePhone: true } },
    { route: CODE, body: { code: 'once' } },
  ]);
  await waitFor(() => expect(savedToken()).toBe('secret'));
});

test('ValidateEmailScreen keeps the password form when the server refuses the password', async () => {
  const due = { hospitalStatusId: 1, passwordDue: { maskedPhone: '' } };
  const common = { status: 400, body: { error: { code: 'PASSWORD_COMMON', message: 'Another one, please.' } } };
  fakeApi({ [VALIDATE]: (body: unknown) => ('password' in (body as object) ? common : due) });
  const { user } = await open();
  await heading('Set your own password');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.type(screen.getByLabelText('Password'), 'Own-pass12');
  await user.type(screen.getByLabelText('Confirm Password'), 'Own-pass12');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(await screen.findByText('Another one, please.')).toBeVisible();
  expect(screen.getByLabelText('Password')).toHaveValue('Own-pass12');
});
