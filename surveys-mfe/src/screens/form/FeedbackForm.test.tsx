import { render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import type { SurveyKind } from 'shared-ui/contract';
import { SURVEY_FORMS } from '../../surveys/forms.ts';
import { initialValues, type Values } from '../../surveys/question.ts';
import { useLanguageFor } from '../../words.ts';
import { FeedbackForm } from './FeedbackForm.tsx';

const form = (kind: SurveyKind, isDemo: boolean) => ({
  form: SURVEY_FORMS[kind],
  isDemo,
  start: initialValues(SURVEY_FORMS[kind], isDemo),
});

const show = ({
  kind,
  locale = 'en',
  isDemo = true,
  ...given
}: { kind: SurveyKind; locale?: string } & Partial<ComponentProps<typeof FeedbackForm>>) =>
  render(
    <FeedbackForm
      {...form(kind, isDemo)}
      language={renderHook(() => useLanguageFor(locale)).result.current}
      hospital="Northside General Hospital"
      note={undefined}
      onChange={() => undefined}
      onSend={async () => undefined}
      {...given}
    />,
  );

const group = (name: string) => within(screen.getByRole('radiogroup', { name }));
const send = (name = 'Send feedback') => userEvent.click(screen.getByRole('button', { name }));

const OPEN = { triageOption: null, triageComments: 'Mine', covidOption: null, covidComments: '' };
const FRENCH = ['Veuillez choisir une option pour le triage', 'Veuillez choisir une option pour la COVID-19'];
const PICK = 'Please Select an Option';
const RULES: [SurveyKind, string, Values, string[]][] = [
  ['admission', 'en', OPEN, ['Please Select a Triage Option', 'Please Select a Covid-19 Option']],
  ['admission', 'fr-CA', OPEN, FRENCH],
  ['admission', 'en', { ...OPEN, covidOption: 3 }, ['Please Select a Triage Option']],
  ['admission', 'en', { ...OPEN, triageOption: 3 }, ['Please Select a Covid-19 Option']],
  ['ecg', 'en', OPEN, [PICK, PICK]],
  ['blood', 'en', OPEN, [PICK, PICK]],
  ['blood', 'en', { ...OPEN, triageOption: 2 }, [PICK]],
  ['ecg', 'fr', OPEN, ['Veuillez choisir une option', 'Veuillez choisir une option']],
];

test.each(RULES)('%s in %s with %j asks for missing answers', async (kind, locale, start, messages) => {
  const onSend = jest.fn(() => Promise.resolve());
  show({ kind, locale, start, onSend });
  expect(screen.queryByRole('alert')).toBeNull();
  await send(locale === 'en' ? 'Send feedback' : 'Envoyer mes réponses');
  const links = within(await screen.findByRole('alert')).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(messages);
  const invalid = screen.getAllByRole('radiogroup').filter((field) => field.ariaInvalid === 'true');
  expect(invalid.map((field) => document.getElementById(`${field.id}-error`)?.textContent)).toEqual(messages);
  expect(onSend).not.toHaveBeenCalled();
});

test('FeedbackForm validates only on sending, not on change or blur', async () => {
  show({ kind: 'admission', start: OPEN });
  const comment = screen.getByRole('textbox', { name: /about triage/ });
  await userEvent.type(comment, 'More');
  await userEvent.tab();
  expect(screen.queryByText('Please Select a Triage Option')).toBeNull();
  await send();
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('radio', { name: 'Satisfied' }));
  await userEvent.click(comment);
  expect(screen.getAllByRole('link')).toHaveLength(2);
  await send();
  const left = await screen.findByRole('link');
  expect(left).toHaveTextContent('Please Select a Covid-19 Option');
});

test('the discharge form has no required questions', async () => {
  const onSend = jest.fn(() => Promise.resolve());
  const start = { rating: 0, qualityOption: null, confidentOption: null, confidentComments: '' };
  show({ kind: 'discharge', start, onSend });
  await send();
  await waitFor(() => expect(onSend).toHaveBeenCalledWith(start));
});

test.each([
  [
    'en',
    'Send feedback',
    /Please answer the questions marked “required”/,
    '(required)',
    'Please Select a Triage Option',
  ],
  ['fr-CA', 'Envoyer mes réponses', /questions marquées «.obligatoire.»/, '(obligatoire)', FRENCH[0]],
])('outside the demo, in %s, a required question can be missed: the form says so and leads there', async (...given) => {
  const [locale, button, explained, mark, missing] = given;
  const onSend = jest.fn(() => Promise.resolve());
  show({ kind: 'admission', locale, isDemo: false, onSend });
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  expect(screen.getByText(explained)).toBeVisible();
  expect(screen.getAllByText(mark)).toHaveLength(2);
  await send(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(String(missing));
  const [first] = screen.getAllByRole('radiogroup');
  expect(first).toHaveAccessibleDescription(expect.stringContaining(String(missing)));
  expect(first).toContainElement(document.activeElement as HTMLElement);
  expect(onSend).not.toHaveBeenCalled();
});

test('outside the demo, a choice and a rating can be taken back, and are not sent', async () => {
  const onSend = jest.fn(() => Promise.resolve());
  show({ kind: 'discharge', isDemo: false, onSend });
  expect(screen.getByText('You can skip any question.')).toBeVisible();
  for (const [question, choice] of [
    ['How was your stay overall?', '3 of 5'],
    ['How was the quality of your care?', 'Fair'],
  ] as const) {
    await userEvent.click(group(question).getByRole('radio', { name: choice }));
    await userEvent.click(screen.getByRole('button', { name: `Clear answer: ${question}` }));
    expect(group(question).getAllByRole('radio')[0]).toHaveFocus();
  }
  expect(screen.queryByRole('button', { name: /^Clear answer/ })).toBeNull();
  await send();
  const nothing = { rating: null, qualityOption: null, confidentOption: null, confidentComments: '' };
  await waitFor(() => expect(onSend).toHaveBeenCalledWith(nothing));
});

test('FeedbackForm starts with 5 for options, no stars, and comment fields of 4 rows', () => {
  show({ kind: 'discharge' });
  expect(group('How was the quality of your care?').getByRole('radio', { name: 'Excellent' })).toBeChecked();
  expect(
    group('How confident do you feel about going home?').getByRole('radio', { name: 'Very Confident' }),
  ).toBeChecked();
  expect(group('How was your stay overall?').getByRole('radio', { name: 'Not rated' })).toBeChecked();
  expect(screen.getByRole('textbox')).toHaveAttribute('rows', '4');
});

test('the rating has half steps, labelled in the language of the form', async () => {
  const onSend = jest.fn(() => Promise.resolve());
  show({ kind: 'discharge', locale: 'fr-CA', onSend });
  const stars = group('Comment s’est passé votre séjour dans l’ensemble?');
  expect(stars.getAllByRole('radio').map((star) => Number(star.getAttribute('value')))).toEqual([
    0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5,
  ]);
  await userEvent.click(stars.getByRole('radio', { name: '3,5 sur 5' }));
  await send('Envoyer mes réponses');
  await waitFor(() => expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ rating: 3.5 })));
});

test('FeedbackForm sends only once and shows that it is sending', async () => {
  let finish = () => {};
  const onSend = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  show({ kind: 'ecg', onSend });
  await send();
  const button = screen.getByRole('button', { name: 'Send feedback' });
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByText('Sending your answers')).toBeInTheDocument();
  await send();
  expect(onSend).toHaveBeenCalledTimes(1);
  finish();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
});

test('FeedbackForm keeps all answers on failure, explains what to do, and can be sent again', async () => {
  const onSend = jest.fn<Promise<void>, [Values]>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue();
  show({ kind: 'admission', onSend });
  await userEvent.click(group('How satisfied were you with triage?').getByRole('radio', { name: 'Unsatisfied' }));
  await userEvent.type(screen.getByRole('textbox', { name: /about triage/ }), 'Two hours.');
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Your feedback was not sent.*Your answers are still here.*press “Send feedback” again/,
  );
  expect(group('How satisfied were you with triage?').getByRole('radio', { name: 'Unsatisfied' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: /about triage/ })).toHaveValue('Two hours.');
  await send();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const answers = { triageOption: 2, triageComments: 'Two hours.', covidOption: 5, covidComments: '' };
  expect(onSend.mock.calls).toEqual([[answers], [answers]]);
});

test.each<[SurveyKind, string, string]>([
  ['admission', 'en', '2 questions, about 1 minute.'],
  ['discharge', 'en', '3 questions, about 2 minutes.'],
  ['blood', 'en', '2 questions, about 1 minute.'],
  ['discharge', 'fr-CA', '3 questions, environ 2 minutes.'],
])('the %s form says in %s how many questions it has and how long they take', (kind, locale, promise) => {
  show({ kind, locale });
  expect(screen.getByText(/^Northside General Hospital/)).toHaveTextContent(promise);
});

test('FeedbackForm reports every change, and nothing before the first', async () => {
  const onChange = jest.fn<void, [Values]>();
  show({ kind: 'ecg', onChange });
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'Unclear' }));
  await userEvent.type(screen.getByRole('textbox'), 'No');
  expect(onChange.mock.calls.map(([values]) => values)).toEqual([
    { triageOption: 2, covidOption: 5, covidComments: '' },
    { triageOption: 2, covidOption: 5, covidComments: 'N' },
    { triageOption: 2, covidOption: 5, covidComments: 'No' },
  ]);
});
