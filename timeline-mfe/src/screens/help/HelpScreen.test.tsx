import { screen, waitFor } from '@testing-library/react';
import { fakeApi, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const SEND = 'POST v1/support-requests';
const timeline = { 'GET events': [], 'GET v1/profiles': [], 'GET v1/notifications': [] };

async function fillIn() {
  const user = await openRoutes(feature.routes, '/app/help');
  await user.selectOptions(await screen.findByLabelText('Issue'), 'Sales Question');
  await user.selectOptions(screen.getByLabelText('How may we contact you?'), 'Text Message');
  await user.type(screen.getByLabelText('Comments'), 'Call me');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  return user;
}

const sent = (calls: { route: string; body: unknown }[]) => calls.find(({ route }) => route === SEND)?.body;

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('HelpScreen shows the email address and both phone numbers with their extensions', async () => {
  fakeApi({});
  await openRoutes(feature.routes, '/app/help');
  expect(await screen.findByRole('link', { name: 'support@example.org' })).toHaveAttribute(
    'href',
    'mailto:support@example.org',
  );
  expect(screen.getByRole('link', { name: '+1 416 555 0190, extension 123' })).toHaveAttribute(
    'href',
    'tel:+14165550190;ext=123',
  );
  expect(screen.getByRole('link', { name: '+1 800 555 0190, extension 123' })).toBeVisible();
});

test('HelpScreen links to the settings, which the menu does not, and to the legal documents', async () => {
  fakeApi({});
  await openRoutes(feature.routes, '/app/help');
  expect(await screen.findByRole('link', { name: 'Language, text size and other settings' })).toHaveAttribute(
    'href',
    '/app/settings',
  );
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/onboarding/privacy');
  expect(screen.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/onboarding/terms');
  expect(screen.getByRole('link', { name: 'Non-Disclosure Agreement' })).toHaveAttribute(
    'href',
    '/onboarding/nda-legal',
  );
});

test('SupportForm sends the form and shows a thank-you page', async () => {
  const calls = fakeApi({ ...timeline, [SEND]: undefined });
  const user = await fillIn();
  expect(
    await screen.findByText(
      'Thank you for your patience. A member of the product support team will be in touch shortly.',
    ),
  ).toBeVisible();
  expect(sent(calls)).toEqual({ issue: 'Sales Question', contactMethod: 'Text Message', comments: 'Call me' });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(location.pathname).toBe('/app'));
});

test('SupportForm requires no field', async () => {
  const calls = fakeApi({ ...timeline, [SEND]: undefined });
  const user = await openRoutes(feature.routes, '/app/help');
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible();
  expect(sent(calls)).toEqual({ issue: '', contactMethod: '', comments: '' });
});

test('SupportForm shows how long to wait after too many text messages, and keeps the input', async () => {
  const message = 'Please try again in 60 minutes.';
  const error = { code: 'TOO_MANY_TEXTS_BY_ACCOUNT', message };
  fakeApi({ ...timeline, [SEND]: { status: 429, body: { error } } });
  await fillIn();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByLabelText('Comments')).toHaveValue('Call me');
});

test('SupportForm keeps the input when sending fails', async () => {
  fakeApi({});
  await fillIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your request could not be sent.');
  expect(screen.getByLabelText('Comments')).toHaveValue('Call me');
  expect(screen.getByLabelText('Issue')).toHaveValue('Sales Question');
});
