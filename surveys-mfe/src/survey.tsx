import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { SurveyContext, SurveyReceipt, SurveyRemote } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { answersOf, valuesOf } from './answers.ts';
import { FeedbackForm } from './screens/form/FeedbackForm.tsx';
import { ThankYou } from './screens/thank-you/ThankYou.tsx';
import { SURVEY_FORMS } from './surveys/forms.ts';
import type { Values } from './surveys/question.ts';
import { type Language, languageFor } from './words.ts';

interface Sent {
  values: Values;
  receipt: SurveyReceipt;
}

/** One survey: the form, then the thank-you screen once it is sent. */
function Feedback({ context, language }: { context: SurveyContext; language: Language }) {
  const [sent, setSent] = useState<Sent>();
  const form = SURVEY_FORMS[context.survey];
  const send = async (values: Values) => {
    const receipt = await context.submit(answersOf(form, values));
    setSent({ values, receipt });
  };
  if (sent) return <ThankYou form={form} language={language} {...sent} onDone={() => context.done()} />;
  const { hospital, answersAreKept, isDemo = false } = context;
  return (
    <FeedbackForm
      form={form}
      language={language}
      hospital={hospital}
      answersAreKept={answersAreKept}
      isDemo={isDemo}
      start={valuesOf(form, context.draft ?? [], isDemo)}
      onChange={(values) => context.keepDraft(answersOf(form, values))}
      onSend={send}
    />
  );
}

const Frame = styled.div`
  color: var(--ink);
`;

/**
 * Renders one survey inside `container`, in a separate React root. All input comes from `context`. Throws if the kind
 * of survey is unknown.
 */
function mount(container: HTMLElement, context: SurveyContext) {
  const { survey, locale, direction, theme } = context;
  if (!Object.hasOwn(SURVEY_FORMS, survey)) throw new Error(`Unknown survey "${survey}"`);
  const language = languageFor(locale);
  // A separate element, so that the container can be mounted into again immediately.
  const element = document.createElement('div');
  container.append(element);
  // The host can't catch errors of another React root, so they are reported to it.
  const root = createRoot(element, { onUncaughtError: (error) => context.fail(error) });
  root.render(
    <Frame lang={locale} dir={direction} data-theme={theme.toLowerCase()}>
      <Feedback context={context} language={language} />
    </Frame>,
  );
  return {
    unmount() {
      element.remove();
      // A React host may be rendering at this moment, when React can't unmount another root.
      queueMicrotask(() => root.unmount());
    },
  };
}

/** Surveys remote, which implements `survey@1`. */
export default {
  contract: 'survey@1',
  surveys: ['admission', 'discharge', 'ecg', 'blood'],
  mount,
} satisfies SurveyRemote;
