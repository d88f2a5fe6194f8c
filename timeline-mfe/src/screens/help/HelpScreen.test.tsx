import { screen, waitFor } from '@testing-library/react';
import { fakeApi, openAsHospital, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { timeline } from '../../testing/home-data.ts';

const SEND = 'POST v1/support-requests';

beforeEach(openPage);

const open = () => openRoutes(feature.routes, '/app/help');
const sent = (calls: { route: string; body: unknown }[]) => calls.find(({ route }) => route === SEND)?.body;

test('HelpScreen shows the email address and both phone numbers with their extensions, and links to settings and documents', async () => {
  fakeApi({});
  await open();
  await screen.findByRole('link', { name: 'support@example.org' });
  for (const [name, path] of [
    ['support@example.org', 'mailto:support@example.org'],
    ['+1 416 555 0190, extension 123', 'tel:+14165550190;ext=123'],
    ['+1 800 555 0190, extension 123', 'tel:+18005550190;ext=123'],
    ['Language, text size and other settings', '/app/settings'],
    ['Privacy Policy', '/onboarding/privacy'],
    ['Terms of Use', '/onboarding/terms'],
    ['Non-Disclosure Agreement', '/onboarding/nda-legal'],
  ] as const) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
  }
});

test('HelpScreen of a hospital shows numbers that have no extension', async () => {
  openAsHospital();
  fakeApi({});
  await open();
  const number = await screen.findByRole('link', { name: '+1 613 555 0100' });
  expect(number).toHaveAttribute('href', 'tel:+16135550100');
});

test('SupportForm sends the form and shows a thank-you page, at once or after the wait for too many text messages', async () => {
  const message = 'Please try again in 60 minutes.';
  fakeApi({ [SEND]: { status: 429, body: { error: { code: 'TOO_MANY_TEXTS_BY_ACCOUNT', message } } } });
  const user = await open();
  await user.selectOptions(await screen.findByLabelText('Issue'), 'Sales Question');
  await user.selectOptions(screen.getByLabelText('How may we contact you?'), 'Text Message');
  await user.type(screen.getByLabelText('Comments'), 'Call me');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  const calls = fakeApi({ ...timeline([]), [SEND]: undefined });
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const thanks = 'Thank you for your patience. A member of the product support team will be in touch shortly.';
  expect(await screen.findByText(thanks)).toBeVisible();
  expect(sent(calls)).toEqual({ issue: 'Sales Question', contactMethod: 'Text Message', comments: 'Call me' });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(location.pathname).toBe('/app'));
});

test('SupportForm requires no field', async () => {
  const calls = fakeApi({ [SEND]: undefined });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible();
  expect(sent(calls)).toEqual({ issue: '', contactMethod: '', comments: '' });
});
