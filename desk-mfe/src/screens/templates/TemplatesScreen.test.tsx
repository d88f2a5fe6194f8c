import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { template } from '../../testing/desk.ts';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const LIST = 'GET v1/desk/templates';
const reply = template({ id: 'reply' });
const lunch = template({
  id: 'lunch',
  kind: 'event',
  title: { en: 'Lunch', fr: 'Dîner', ar: 'الغداء' },
  text: { en: 'At noon.', fr: 'À midi.', ar: 'عند الظهر.' },
});

const open = () => openDesk('/desk/templates');

test('TemplatesScreen explains that there are none, and adds one in both languages', async () => {
  let templates: (typeof reply)[] = [];
  const texts = { title: { en: 'Soon', fr: 'Bientôt' }, text: { en: 'We come.', fr: 'Nous venons.' } };
  const added = template({ id: 'new', ...texts });
  const calls = fakeApi({
    [LIST]: () => ({ templates, mayEdit: true }),
    'POST v1/desk/templates': () => {
      templates = [added];
      return added;
    },
  });
  const user = await open();
  expect(await screen.findByText('No templates yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New template' }));
  await user.type(dialog.getByLabelText('Title in English'), ' Soon');
  await user.type(dialog.getByLabelText('Text in English'), 'We come.');
  await user.click(dialog.getByRole('button', { name: 'Save template' }));
  expect((await dialog.findAllByText('The French title is required'))[0]).toBeVisible();
  await user.type(dialog.getByLabelText('Title in French'), 'Bientôt');
  await user.type(dialog.getByLabelText('Text in French'), 'Nous venons.');
  await user.click(dialog.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByRole('row', { name: /^Soon We come\./ })).toBeVisible();
  const { id: _id, ...body } = added;
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual(body);
});

test('TemplatesScreen changes and removes a template, whose text fits on a card', async () => {
  let templates = [lunch, reply];
  const calls = fakeApi({
    [LIST]: () => ({ templates, mayEdit: true }),
    'PUT v1/desk/templates/lunch': lunch,
    'DELETE v1/desk/templates/lunch': () => {
      templates = [reply];
    },
  });
  const user = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit “Lunch”' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the template' }));
  expect(dialog.getByLabelText('Title in French')).toHaveValue('Dîner');
  expect(dialog.getByText(/^It also has texts in: Arabic\./)).toBeVisible();
  await user.type(dialog.getByLabelText('Title in English'), ' is ready');
  await user.clear(dialog.getByLabelText('Text in French'));
  await user.click(dialog.getByLabelText('Text in French'));
  await user.paste('x'.repeat(501));
  await user.click(dialog.getByRole('button', { name: 'Save template' }));
  expect((await dialog.findAllByText('An event’s text can have 500 characters'))[0]).toBeVisible();
  await user.type(dialog.getByLabelText('Text in French'), '{Backspace}');
  await user.click(dialog.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByText('The template is saved')).toBeVisible();
  // A translation holds for the English text that it was made from.
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({
    kind: 'event',
    title: { en: 'Lunch is ready', fr: 'Dîner' },
    text: { ...lunch.text, fr: 'x'.repeat(500) },
  });
  await user.click(screen.getByRole('button', { name: 'Remove “Lunch”' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Lunch/ })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('TemplatesScreen lets staff who may not edit only read', async () => {
  fakeApi({ [LIST]: { templates: [reply], mayEdit: false } });
  await open();
  expect(await screen.findByText('Your hospital lets only some of its staff edit templates.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /template|Edit|Remove/ })).toBeNull();
});
