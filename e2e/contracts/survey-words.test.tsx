import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeSettings } from 'shared-ui';
import { SURVEY_KINDS, type SurveyAnswer } from 'shared-ui/contract';
import { openPage } from 'shared-ui/testing';
import Sent from 'shell/surveys/sent/Sent.tsx';
import { addContainer, DELIVERED, mount } from 'surveys-mfe/testing/mount';

const LOCALES = [
  ['en', 'en-CA', 'Send feedback'],
  ['fr', 'fr-CA', 'Envoyer mes réponses'],
] as const;

/** Answers each survey starts with in the demo, and its worst options. */
const CASES = SURVEY_KINDS.flatMap((survey) =>
  LOCALES.flatMap((locale) => [0, 4].map((option) => [survey, ...locale, option] as const)),
);

/** Returns questions and answers as shown. */
const shown = (list: HTMLElement) =>
  (['term', 'definition'] as const).map((role) =>
    within(list)
      .getAllByRole(role)
      .map(({ textContent }) => textContent),
  );

beforeEach(() => openPage());

afterEach(() => document.body.replaceChildren());

test.each(CASES)('reopened, %s in %s has the words of its summary (%s, %s, option %i)', async (...given) => {
  const [survey, locale, tag, send, option] = given;
  changeSettings({ locale });
  // The stars' radio buttons are under their labels.
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const container = addContainer();
  const submit = jest.fn(async (_: SurveyAnswer[]) => DELIVERED);
  const { unmount } = await mount(container, { survey, locale: tag, submit });
  for (const group of screen.getAllByRole('radiogroup')) {
    const choice = within(group).getAllByRole('radio')[option];
    if (choice) await user.click(choice);
  }
  for (const comment of screen.getAllByRole('textbox')) await user.type(comment, 'Kind');
  await user.click(screen.getByRole('button', { name: send }));
  await screen.findAllByRole('definition');
  const summary = shown(container);
  await act(async () => unmount());
  const [responses] = submit.mock.lastCall ?? [[]];
  const sent = { receiptId: 'r-1', sentAt: '2026-11-20T15:05:00.000Z', responses };
  const nothing = () => undefined;
  const reopened = { survey, sent, isOpen: false, onEdit: nothing, onKeep: nothing, onDone: nothing };
  const { container: page } = render(<Sent {...reopened} />);
  expect(shown(page)).toEqual(summary);
  expect(within(page).getByText(/kept at the hospital|conservées à l’hôpital/)).toBeVisible();
});
