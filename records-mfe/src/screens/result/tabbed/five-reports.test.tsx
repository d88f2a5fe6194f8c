import { act, screen, within } from '@testing-library/react';
import type { Documents, Result } from 'mock-api/contract';
import { changeSettings } from 'shared-ui';
import { openPage } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { openScreen } from '../../../testing/records.ts';
import reports from '../../../testing/reports.json';

const answers = (language: 'en' | 'fr') =>
  reports[language] as { results: Result[]; documents: Documents; letter: string };
const ticks = (results: Result[]) =>
  Object.fromEntries(results.map(({ id }) => [`GET v1/results/${id}/questions`, { ticked: [] }]));

async function openReport(name: string, language: 'en' | 'fr' = 'en') {
  const { results } = answers(language);
  const report = results.find((result) => result.name === name);
  const user = await openScreen(`results/${report?.id}?tab=pdf`, { 'GET v1/results': results, ...ticks(results) });
  await screen.findAllByRole('tab');
  return { user, questions: report?.questions ?? [] };
}

const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
const panel = (name: string) => screen.findByRole('tabpanel', { name });
const explained = async (tab = 'Report') => {
  const report = within(await panel(tab));
  await report.findAllByRole('button', { expanded: false });
  return report.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent);
};

beforeEach(() => {
  openPage();
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
});

/** Report, its first tab, its explained words, and its first question. */
const REPORTS: [string, string, string[], string][] = [
  [
    'Blood count',
    'Report',
    [
      'Hemoglobin',
      'White blood cells',
      'Platelets',
      'Creatinine',
      'Anemia',
      'leukopenia',
      'neutropenia',
      'MCV',
      'reference range',
      'CBC',
    ],
    'Hemoglobin: below normal. What could be the reason, and does anything need to be done?',
  ],
  [
    'CT of the chest and abdomen',
    'Report',
    [
      'axial',
      'CT',
      'intravenous contrast',
      'nodule',
      'lobe',
      'atelectasis',
      'pleural effusion',
      'pneumothorax',
      'mediastinal',
      'lymph nodes',
      'hypodense',
      'lesion',
      'cyst',
      'hydronephrosis',
      'Gallbladder',
      'unremarkable',
    ],
    'Can you explain to me in plain words what the report says?',
  ],
  [
    'MRI of the lumbar spine',
    'Report',
    [
      'Sagittal',
      'T1-weighted',
      'axial',
      'T2-weighted',
      'sequences',
      'Disc herniation',
      'foraminal',
      'stenosis',
      'Degenerative',
      'osteophytes',
      'fracture',
    ],
    'When will this report be final, and could it still change?',
  ],
  [
    'Biopsy of a polyp of the colon',
    'PDF File',
    ['Tubular adenoma', 'low-grade dysplasia', 'margins', 'high-grade dysplasia', 'malignancy'],
    'Can you explain to me in plain words what the report says?',
  ],
];

test.each(REPORTS)('%s has tabs, explained words and questions', async (name, first, words, question) => {
  const { user, questions } = await openReport(name);
  expect(tabs()).toEqual([first, 'Insights', 'Questions']);
  expect(await explained(first)).toEqual(words);
  expect(await axeViolations()).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Insights' }));
  expect(
    within(await panel('Insights'))
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toHaveLength(words.length);
  await user.click(screen.getByRole('tab', { name: 'Questions' }));
  const boxes = await within(await panel('Questions')).findAllByRole('checkbox');
  expect([boxes.length, boxes[0]]).toEqual([questions.length, screen.getByRole('checkbox', { name: question })]);
});

test('a word is explained in place by keyboard, and Escape closes it with the focus on the word', async () => {
  const { user } = await openReport('CT of the chest and abdomen');
  await explained();
  const word = screen.getByRole('button', { name: 'atelectasis', expanded: false });
  act(() => word.focus());
  await user.keyboard('{Enter}');
  const meaning = 'A part of the lung that isn’t fully filled with air.';
  expect(screen.getByText(meaning)).toBe(word.nextElementSibling);
  expect(word).toHaveAttribute('aria-controls', screen.getByText(meaning).id);
  expect(word).toHaveAttribute('aria-expanded', 'true');
  expect(await axeViolations()).toEqual([]);
  await user.keyboard('{Escape}');
  expect(screen.queryByText(meaning)).not.toBeInTheDocument();
  expect(word).toHaveFocus();
});

test('the name of a value is explained below its heading, which keeps its name', async () => {
  const { user } = await openReport('Blood count');
  await explained();
  await user.click(screen.getByRole('button', { name: 'Creatinine' }));
  expect(screen.getByRole('heading', { level: 3, name: 'Creatinine' })).toBeVisible();
  expect(screen.getByText(/waste product of the muscles/)).toHaveAttribute('role', 'note');
  await user.click(screen.getByRole('tab', { name: 'Insights' }));
  expect(await axeViolations()).toEqual([]);
});

test('English words are explained in French to a French reader, whose questions are in French', async () => {
  changeSettings({ locale: 'fr' });
  const { user, questions } = await openReport('MRI of the lumbar spine', 'fr');
  expect(tabs()).toEqual(['Rapport', 'Explications', 'Questions']);
  await explained('Rapport');
  await user.click(screen.getByRole('button', { name: 'stenosis' }));
  expect(screen.getByText(/^Un endroit rétréci/)).toHaveAttribute('lang', 'fr-CA');
  await user.click(screen.getByRole('tab', { name: 'Questions' }));
  expect(await screen.findByRole('checkbox', { name: questions[0] ?? '' })).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

test('English words are explained in Arabic to an Arabic reader', async () => {
  changeSettings({ language: 'ar' });
  const { user } = await openReport('MRI of the lumbar spine');
  await user.click(await screen.findByRole('button', { name: 'stenosis' }));
  const meaning = screen.getByText(/^مكان ضيّق/);
  expect(meaning).toHaveAttribute('lang', 'ar');
  expect(meaning).toHaveAttribute('dir', 'rtl');
});

test('a discharge letter has no tabs, but its words are explained', async () => {
  const { documents, letter } = answers('en');
  const item = documents.documents.find(({ media }) => media?.type === 'text/plain');
  const text = () => new Response(letter, { headers: { 'content-type': 'text/plain' } });
  await openScreen(`documents/${item?.id}`, {
    'GET v1/profiles/1/documents': documents,
    [`GET ${item?.media?.url}`]: text,
  });
  expect(await screen.findByRole('button', { name: 'pneumonia' })).toBeVisible();
  for (const name of ['Hx', 'COPD', 'Afebrile', 'PO', 'TID', 'PRN', 'dyspnea'])
    expect(screen.getByRole('button', { name })).toBeVisible();
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
});

test('a text that staff have approved comes first among the insights, with who approved it', async () => {
  const { results } = answers('en');
  const [report] = results.filter(({ name }) => name === 'CT of the chest and abdomen');
  const approved = { approvedBy: 'Sam Roy', approvedAt: '2026-03-06T12:00:00.000Z' };
  const explained = { ...report, explanation: { text: 'Rien de grave.\nParlez-en.', language: 'fr', ...approved } };
  await openScreen(`results/${report?.id}?tab=insights`, { 'GET v1/results': [explained], ...ticks(results) });
  const shown = await panel('Insights');
  expect(shown.firstElementChild?.firstElementChild).toHaveTextContent(
    'In plain wordsRien de grave.Parlez-en.Compared with the report and approved by Sam Roy, Mar 6, 2026',
  );
  expect(shown.querySelectorAll('[lang="fr"]')).toHaveLength(2);
  expect(await axeViolations()).toEqual([]);
});
