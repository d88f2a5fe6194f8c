import { Suspense, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Actions, Button, Card, Note, Stack, SuccessMark } from 'shared-ui';
import type { SurveyContext, SurveyReceipt, SurveyRemote } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { FeedbackForm } from './screens/form/FeedbackForm.tsx';
import { SURVEY_FORMS } from './surveys/forms.ts';
import { answerInWords, answersOf, type SurveyForm, type Values, valuesOf } from './surveys/question.ts';
import { type Language, shownTag, useLanguageFor } from './words.ts';

interface Sent {
  values: Values;
  receipt: SurveyReceipt;
}

/** One survey: the form, then the thank-you screen once it is sent. */
function Feedback({ context }: { context: SurveyContext }) {
  const language = useLanguageFor(context.locale);
  const [sent, setSent] = useState<Sent>();
  const form = SURVEY_FORMS[context.survey];
  const send = async (values: Values) => {
    const receipt = await context.submit(answersOf(form, values));
    setSent({ values, receipt });
  };
  const { hospital, answersAreKept, isDemo = false } = context;
  const note = answersAreKept ? undefined : language.t(isDemo ? 'demo' : 'notKept');
  if (sent) return <ThankYou form={form} language={language} {...sent} note={note} onDone={() => context.done()} />;
  return (
    <FeedbackForm
      form={form}
      language={language}
      hospital={hospital}
      note={note}
      isDemo={isDemo}
      start={valuesOf(form, context.draft ?? [], isDemo)}
      onChange={(values) => context.keepDraft(answersOf(form, values))}
      onSend={send}
    />
  );
}

/** The scroll margin keeps the success mark in view, even if a long form was scrolled down to its button. */
const Title = styled.h2`
  scroll-margin-block-start: 9rem;
  text-align: center;
`;

const Given = styled.dl`
  display: grid;
  gap: var(--space-4);
  margin: var(--space-4) 0 0;

  dt {
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
  dd {
    margin: 0;
    font-weight: 620;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

interface ThankYouProps extends Sent {
  form: SurveyForm;
  language: Language;
  /** Where the answers are kept, if not at the hospital. */
  note: string | undefined;
  onDone(): void;
}

/** Thanks the user and repeats the answers. Focus moves to the heading, so that screen readers announce it. */
function ThankYou({ form, language, values, receipt, note, onDone }: ThankYouProps) {
  const { t } = language;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const given = form.questions.flatMap((question) => {
    const answer = answerInWords(question, values[question.name] ?? null, language);
    return answer ? [{ name: question.name, label: t(question.label), answer }] : [];
  });
  return (
    <Stack $gap={20}>
      <SuccessMark />
      <Title ref={title} tabIndex={-1}>
        {t('thanks.title')}
      </Title>
      {/* Otherwise the app says that closing the page would lose them. */}
      {receipt.status === 'queued' && !receipt.isInMemoryOnly && <Note>{t('thanks.queued')}</Note>}
      {note !== undefined && !receipt.isInMemoryOnly && <Note>{note}</Note>}
      <Card>
        <h3>{t('thanks.answers')}</h3>
        <Given>
          {given.map(({ name, label, answer }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </Given>
      </Card>
      <Actions>
        <Button onClick={onDone}>{t('thanks.done')}</Button>
      </Actions>
    </Stack>
  );
}

const Frame = styled.div`
  color: var(--ink);
`;

/**
 * Renders one survey inside `container`, in a separate React root. All input comes from `context`.
 * @throws Error if the kind of survey is unknown
 */
function mount(container: HTMLElement, context: SurveyContext) {
  const { survey, locale, direction, theme } = context;
  if (!Object.hasOwn(SURVEY_FORMS, survey)) throw new Error(`Unknown survey "${survey}"`);
  // A separate element, so that the container can be mounted into again immediately.
  const element = document.createElement('div');
  container.append(element);
  // The host can't catch errors of another React root, so they are reported to it.
  const root = createRoot(element, { onUncaughtError: (error) => context.fail(error) });
  root.render(
    <Frame lang={shownTag(locale)} dir={direction} data-theme={theme.toLowerCase()}>
      <Suspense>
        <Feedback context={context} />
      </Suspense>
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

export default {
  contract: 'survey@1',
  surveys: ['admission', 'discharge', 'ecg', 'blood'],
  mount,
} satisfies SurveyRemote;
