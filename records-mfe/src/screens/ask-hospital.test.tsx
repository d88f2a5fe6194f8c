import { screen } from '@testing-library/react';
import { openPage } from 'shared-ui/testing';
import { blood, openScreen, plan } from '../testing/records.ts';

beforeEach(openPage);

test.each([
  ['a result', `results/${blood.id}`, 'Ask about this result', `type=result&id=${blood.id}`],
  ['a care plan', `care-plans/${plan.id}`, 'Ask about this care plan', `type=care-plan&id=${plan.id}`],
])('AskHospital links to the request forms from %s', async (_what, path, name, about) => {
  await openScreen(path, { 'GET v1/results': [blood], 'GET v1/care-plans': [plan] });
  const question = `/profile/1/requests/new?kind=question&${about}`;
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', question);
});
