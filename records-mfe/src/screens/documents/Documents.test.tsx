import { screen } from '@testing-library/react';
import { fakeApi, openPage } from 'shared-ui/testing';
import { blood, openScreen, routes } from '../../testing/records.ts';
import { documents, letter } from '../../testing/series.ts';

const LIST = 'GET v1/profiles/1/documents';
const file = (type: string) => ({ ...letter().media, id: 'file', type, url: 'v1/profiles/1/documents/file' });
const ofType = (type: string) => letter({ kind: null, media: file(type) as ReturnType<typeof letter>['media'] });
const FILE = 'GET v1/profiles/1/documents/file';

beforeEach(() => {
  openPage();
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
});

test('DocumentsScreen lists documents with date, kind and source, and what can’t be opened', async () => {
  const list = [
    letter(),
    letter({ id: 'b', title: 'Old report', at: '2017', media: null, cannotOpen: 'damaged', kind: null }),
  ];
  await openScreen('documents', { [LIST]: documents(list) });
  const links = await screen.findAllByRole('link', { name: /Northside/ });
  expect(links.map((link) => link.textContent)).toEqual([
    'Letter to your family doctorFeb 3, 2026 · Discharge summary · Northside General Hospital',
    'Old reportCan’t be opened: the file is damaged2017 · Document · Northside General Hospital',
  ]);
  expect(links[0]).toHaveAttribute('href', '/profile/1/documents/letter');
});

const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

test('DocumentsScreen counts what else the hospital sent in plain words', async () => {
  const kept = [
    { type: 'ServiceRequest', count: 2 },
    { type: 'Basic', count: 1 },
    { type: 'SubstancePolymer', count: 3 },
  ];
  await openScreen('documents', { [LIST]: documents([], kept) });
  expect(await screen.findByText('No documents have arrived yet.')).toBeVisible();
  expect(texts('term')).toEqual(['Orders for tests or treatments', 'Other records']);
  expect(texts('definition')).toEqual(['2', '4']);
});

test.each([
  [
    'documents',
    documents([], [], { state: 'ok', checkedAt: null }),
    'Nothing has arrived yet from Northside General Hospital',
  ],
  ['documents', documents([], [], { state: 'never', checkedAt: null }), 'Not connected yet'],
  ['documents/other', documents(), 'This document is no longer here'],
])('%s explains why it is empty', async (path, answer, title) => {
  await openScreen(path, { [LIST]: answer });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

test('DocumentScreen opens a picture in the viewer', async () => {
  const bytes = () => new Response('one', { headers: { 'content-type': 'image/png' } });
  await openScreen('documents/letter', { [LIST]: documents([ofType('image/png')]), [FILE]: bytes });
  expect(await screen.findByRole('group', { name: 'Letter to your family doctor' })).toBeVisible();
  expect(texts('definition')).toEqual(['Feb 3, 2026', 'Picture', 'Northside General Hospital']);
});

test('DocumentScreen shows a text, and offers a retry when it can’t be fetched', async () => {
  const answers: Record<string, unknown> = { [LIST]: documents([ofType('text/plain')]) };
  const user = await openScreen('documents/letter', answers);
  expect(await screen.findByRole('alert')).toHaveTextContent('This document can’t be shown just now');
  const bytes = () => new Response('Hold the rail.', { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  fakeApi({ ...routes([], []), ...answers, [FILE]: bytes });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hold the rail.')).toBeVisible();
});

test('DocumentScreen offers a retry when a PDF can’t be fetched, and the file when it can’t be read', async () => {
  const answers: Record<string, unknown> = { [LIST]: documents([ofType('application/pdf')]) };
  const user = await openScreen('documents/letter', answers);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your report can’t be shown just now');
  const bytes = () => new Response('damaged', { headers: { 'content-type': 'application/pdf' } });
  fakeApi({ ...routes([], []), ...answers, [FILE]: bytes });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', 'blob:1');
});

test.each([
  ['damaged', 'This document can’t be opened'],
  ['elsewhere', 'This document isn’t kept here'],
] as const)(
  'DocumentScreen explains why a document can’t be opened, and how to get it: %s',
  async (cannotOpen, title) => {
    await openScreen('documents/letter', { [LIST]: documents([letter({ media: null, cannotOpen })]) });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    const ask = screen.getByRole('link', { name: 'Ask the hospital for it' });
    expect(ask).toHaveAttribute('href', '/profile/1/requests/new?kind=request');
  },
);

test('a result opens the text that came with it', async () => {
  const media = [{ ...letter().media, id: 'text', type: 'text/plain', url: 'v1/results/blood/media/text' }];
  const user = await openScreen(`results/${blood.id}`, {
    'GET v1/results': [{ ...blood, media }],
    'GET v1/results/blood/media/text': () => new Response('All well.', { headers: { 'content-type': 'text/plain' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Open: Letter to your family doctor' }));
  expect(await screen.findByText('All well.')).toBeVisible();
});
