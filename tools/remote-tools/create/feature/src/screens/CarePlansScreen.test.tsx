import { act, screen, waitFor } from '@testing-library/react';
import type { CarePlan } from 'shared-ui/api';
import { fakeApi, openPage, openRoutes, setLocale } from 'shared-ui/testing';
import app from '../App.tsx';
import { topics } from '../store.ts';

// A language that this project has only begun to translate.
jest.mock('../locales/es.json', () => ({ empty: 'Todavía no hay nada planeado' }), { virtual: true });

const plan = (id: string, title: string): CarePlan => ({
  id,
  profileId: 1,
  data: { title, doctor: 'Dr. Lin', duration: '2 weeks', carePlans: [] },
});

const PLANS = [plan('plan-1', 'After surgery'), plan('plan-2', 'At home')];
const open = () => openRoutes(app.routes, '/sample-remote');

beforeEach(() => {
  openPage();
  topics.update({ plans: [] });
});
afterEach(() => act(() => setLocale('en')));

test('CarePlansScreen keeps the noted care plans until they are sent', async () => {
  fakeApi({ 'GET v1/care-plans': PLANS });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Talk about “At home”' }));
  expect(screen.getByRole('button', { name: 'Noted: “At home”' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Send 1 topic' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This was not sent.');
  expect(topics.get().plans).toEqual(['plan-2']);
  const calls = fakeApi({ 'POST v1/support-requests': { status: 204 } });
  await user.click(screen.getByRole('button', { name: 'Send 1 topic' }));
  expect(await screen.findByText('Sent. The team will get back to you.')).toBeVisible();
  expect(calls.at(-1)?.body).toMatchObject({ comments: 'At home' });
  expect(topics.get().plans).toEqual([]);
});

test('CarePlansScreen shows an error when the care plans can’t be fetched, and loads them on retry', async () => {
  fakeApi({});
  const user = await open();
  expect(await screen.findByRole('heading', { name: 'Your care plans can’t be shown just now' })).toBeVisible();
  fakeApi({ 'GET v1/care-plans': PLANS });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
});

test('CarePlansScreen is in French when the locale is French', async () => {
  fakeApi({ 'GET v1/care-plans': [] });
  act(() => setLocale('fr'));
  await open();
  expect(await screen.findByRole('heading', { name: 'Rien n’est encore prévu' })).toBeVisible();
});

test('CarePlansScreen shows texts that a language lacks in English, marked as such', async () => {
  fakeApi({ 'GET v1/care-plans': [] });
  act(() => setLocale('es'));
  await open();
  expect(await screen.findByRole('heading', { name: 'Todavía no hay nada planeado' })).not.toHaveAttribute('lang');
  const english = screen.getByText('What the team plans for you will show here.');
  await waitFor(() => expect(english).toHaveAttribute('lang', 'en'));
});
