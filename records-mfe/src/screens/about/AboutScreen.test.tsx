import { screen, within } from '@testing-library/react';
import { openPage } from 'shared-ui/testing';
import { about, allergy, condition, vaccination } from '../../testing/hospital-record.ts';
import { openScreen } from '../../testing/records.ts';

beforeEach(openPage);

async function open(answer: object) {
  await openScreen('about', { 'GET v1/profiles/1/about': answer });
  await screen.findByText(/^From Northside/);
}

const card = (name: string) => within(screen.getByRole('heading', { name, level: 4 }).closest('li') ?? document.body);

test('AboutScreen shows an allergy’s risk, certainty and reactions in words', async () => {
  const unsure = allergy({ id: 'food', name: 'Strawberries', risk: 'low', isCertain: false, reactions: [] });
  await open(about({ allergies: { items: [allergy(), unsure] } }));
  for (const text of ['High risk', 'Confirmed', 'Rash (severe) · June 2012'])
    expect(card('Sulfa antibiotics').getAllByText((_, element) => element?.textContent === text)[0]).toBeVisible();
  expect(card('Strawberries').queryByText('Reactions')).not.toBeInTheDocument();
  for (const text of ['Low risk', 'Not confirmed']) expect(card('Strawberries').getByText(text)).toBeVisible();
});

test('AboutScreen links to a correction request about each item', async () => {
  await open(about({ allergies: { items: [allergy()] }, conditions: [condition()], immunizations: [vaccination()] }));
  for (const [name, item] of [
    ['Sulfa antibiotics', 'type=allergy&id=sulfa'],
    ['Type 2 diabetes', 'type=condition&id=diabetes'],
    ['Influenza', 'type=immunization&id=flu'],
  ]) {
    const link = screen.getByRole('link', { name: `Something is wrong here (${name})` });
    expect(link).toHaveAttribute('href', `/profile/1/requests/new?kind=correction&${item}`);
  }
});

test('AboutScreen shows a statement after all allergies, and says what to do when they don’t agree', async () => {
  const past = allergy({ id: 'milk', name: 'Milk', state: 'past' });
  await open(about({ allergies: { statement: 'No known allergies', conflict: 'x', items: [allergy(), past] } }));
  const [allergies] = screen.getAllByRole('heading', { level: 2 }).map(({ parentElement }) => parentElement);
  expect(allergies).toHaveTextContent(/Sulfa.*Milk.*Also on recordNo known allergies$/);
  expect(screen.getByText('These don’t agree')).toBeVisible();
  expect(screen.getByText('No known allergies')).toBeVisible();
  expect(card('Sulfa antibiotics').getByText('High risk')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Tell the hospital which is right' })).toHaveAttribute(
    'href',
    '/profile/1/requests/new?kind=correction',
  );
});

test('AboutScreen never says that there are no allergies when the record says nothing about them', async () => {
  await open(about({ conditions: [condition()] }));
  expect(screen.getByText(/That doesn’t mean there are none/)).toBeVisible();
  expect(screen.queryByText('These don’t agree')).not.toBeInTheDocument();
});

test('AboutScreen groups conditions and vaccinations by what is certain and current', async () => {
  await open(
    about({
      conditions: [
        condition({ id: 'past', name: 'Pneumonia', state: 'past', end: 'April 2020' }),
        condition({ id: 'maybe', name: 'Dizziness', state: 'looked-into', remark: 'Being looked into' }),
        condition(),
      ],
      immunizations: [
        vaccination(),
        vaccination({ id: 'no', name: 'Tetanus', given: false, remark: 'Not given: allergic', when: null }),
        vaccination({ id: 'weak', name: 'Shingles', remark: 'May not count' }),
      ],
    }),
  );
  const [, conditions, vaccinations] = screen.getAllByRole('heading', { level: 2 }).map((heading) =>
    within(heading.parentElement ?? document.body)
      .getAllByRole('heading')
      .slice(1)
      .map(({ textContent }) => textContent),
  );
  expect(conditions).toEqual(['Now', 'Type 2 diabetes', 'Being looked into', 'Dizziness', 'In the past', 'Pneumonia']);
  expect(vaccinations).toEqual(['Given', 'Influenza', 'Shingles', 'Not given', 'Tetanus']);
  expect(card('Shingles').getByText('May not count')).toBeVisible();
  expect(card('Tetanus').getByText('Not given: allergic')).toBeVisible();
});
