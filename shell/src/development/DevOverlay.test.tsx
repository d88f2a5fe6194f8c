import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLocale } from 'shared-ui/testing';
import { DevOverlay } from './DevOverlay.tsx';
import { addThrown, forgetThrown, setStates } from './problems.ts';

const wrong = { message: 'This is wrong.', file: 'src/survey.tsx', line: 3, column: 5 };
const announce = (types: (typeof wrong)[]) => act(() => setStates({ surveys: { types, build: [] } }));
const overlay = () => screen.queryByRole('dialog');

afterEach(() => {
  act(() => {
    setStates({});
    forgetThrown('surveys');
    setLocale('en');
  });
});

test('DevOverlay renders nothing when there are no errors', () => {
  render(<DevOverlay />);
  expect(overlay()).toBeNull();
});

test('DevOverlay shows errors until they are fixed', () => {
  render(<DevOverlay />);
  announce([wrong]);
  expect(overlay()).toHaveAccessibleName('1 error in development');
  expect(overlay()).toHaveTextContent('Type error · surveys src/survey.tsx:3:5This is wrong.');
  announce([]);
  expect(overlay()).toBeNull();
});

test('DevOverlay shows each run-time error once, with its code, until the remote is replaced', () => {
  render(<DevOverlay />);
  const thrown = { remote: 'surveys@1.0.0-dev.1', code: 'RENDER_FAILED', message: 'no' };
  act(() => {
    addThrown(thrown);
    addThrown({ ...thrown });
  });
  expect(overlay()).toHaveAccessibleName('1 error in development');
  expect(overlay()).toHaveTextContent('Run-time error · surveys@1.0.0-dev.1 RENDER_FAILED: no');
  act(() => forgetThrown('survey'));
  expect(overlay()).not.toBeNull();
  act(() => forgetThrown('surveys'));
  expect(overlay()).toBeNull();
});

test.each([
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('%s hides the errors until the list changes', async (_way, close) => {
  render(<DevOverlay />);
  announce([wrong]);
  await close();
  expect(overlay()).toBeNull();
  announce([wrong]);
  expect(overlay()).toBeNull();
  announce([wrong, { ...wrong, line: 9 }]);
  expect(overlay()).toHaveAccessibleName('2 errors in development');
});

test('DevOverlay shows errors in French when the locale is French', () => {
  setLocale('fr');
  render(<DevOverlay />);
  announce([wrong]);
  expect(overlay()).toHaveAccessibleName('1 erreur en développement');
});
