import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SurveyContext, SurveyKind } from 'shared-ui/contract';
import { API_FAULT_NAMES, type ApiFault, breakApi, openPage, patient, pretendVisible } from 'shared-ui/testing';
import { forgetUnsent, sendSurvey } from 'shell/surveys/outbox/index';
import remote from 'surveys-mfe/survey.tsx';
import { addContainer, mount } from 'surveys-mfe/testing/mount';

pretendVisible();

const COMMENT = 'Two hours.';
const PERSON = { name: 'Jordan Avery', email: 'patient@example.org' };

/**
 * The recorder's refusal, after which the answers stay in the form. After any other fault they are queued on the
 * phone.
 */
const REFUSED: ApiFault = 'an answer of 401';

beforeEach(() => {
  openPage();
});

afterEach(async () => {
  document.body.replaceChildren();
  await forgetUnsent(patient.id);
});

const deliver =
  (survey: SurveyKind): SurveyContext['submit'] =>
  (responses) =>
    sendSurvey({ key: `key-${survey}`, about: `event-${survey}`, survey, responses, person: PERSON });

const sendButton = () => screen.getByRole('button', { name: 'Send feedback' });
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value);

async function fillAndSend(survey: SurveyKind, submit: SurveyContext['submit']) {
  await mount(addContainer(), { survey, submit });
  const user = userEvent.setup();
  const comment = screen.getAllByRole('textbox').at(-1) ?? document.body;
  await user.type(comment, COMMENT);
  await user.click(screen.getAllByRole('radio').at(-1) ?? document.body);
  const answers = chosen();
  await user.click(sendButton());
  return { user, comment, answers };
}

async function expectStillThere({ comment, answers }: { comment: Element; answers: string[] }): Promise<void> {
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert')).toHaveTextContent(/Your feedback was not sent.*Your answers are still here/);
  expect(comment).toHaveValue(COMMENT);
  expect(chosen()).toEqual(answers);
}

describe.each(API_FAULT_NAMES)('%s', (fault) => {
  test.each(remote.surveys)(
    'keeps the %s form’s answers, with one message and an action to continue',
    async (survey) => {
      const calls = breakApi(fault);
      const form = await fillAndSend(survey, deliver(survey));
      if (fault !== REFUSED) {
        expect(await screen.findAllByText(/Your answers are safe on this phone/)).toHaveLength(1);
        expect(screen.getByText(COMMENT)).toBeVisible();
        expect(screen.getByRole('button', { name: 'Done' })).toBeEnabled();
        return;
      }
      await expectStillThere(form);
      await waitFor(() => expect(sendButton()).not.toHaveAttribute('aria-busy'));
      await form.user.click(sendButton());
      await waitFor(() => expect(calls).toHaveLength(2));
    },
  );
});

test.each(remote.surveys)('the %s form keeps its answers when they can be neither sent nor stored', async (survey) => {
  await expectStillThere(await fillAndSend(survey, () => Promise.reject(new Error('No room'))));
});
