import { useState } from 'react';
import type { SurveyContext, SurveyReceipt } from 'shared-ui/contract';
import { answersOf, valuesOf } from './answers.ts';
import { FeedbackForm } from './screens/form/FeedbackForm.tsx';
import { ThankYou } from './screens/thank-you/ThankYou.tsx';
import { SURVEY_FORMS } from './surveys/forms.ts';
import type { Values } from './surveys/question.ts';
import type { Language } from './words.ts';

interface Sent {
  values: Values;
  receipt: SurveyReceipt;
}

/** One survey: the form, then the thank-you screen once it is sent. */
export function Feedback({ context, language }: { context: SurveyContext; language: Language }) {
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
