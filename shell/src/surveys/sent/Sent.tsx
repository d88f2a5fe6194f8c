import MailCheck from 'lucide-react/icons/mail-check';
import {
  Actions,
  Button,
  Card,
  formatDate,
  formatTime,
  Note,
  Row,
  runtimeConfig,
  Soft,
  Stack,
  useText,
} from 'shared-ui';
import type { SurveyAnswer, SurveyKind } from 'shared-ui/contract';
import { defineCatalogue, LANGUAGES, useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import type { SentSurvey } from '../outbox/index.ts';
import en from './locales/en.json';

/** Texts for sent feedback, loaded with the screen that needs them. */
const words = defineCatalogue('shell/surveys/sent', en, (tag) => import(`./locales/${tag}.json`));

type Label = Parameters<typeof words.text>[0];

/** Value of the first option. */
const BEST = 5;

/** A question of the specification's surveys, and its options from 5 to 1. */
interface Field {
  label: Label;
  options?: readonly Label[];
}

const CLEAR = ['scale.veryClear', 'scale.clear', 'scale.neutral', 'scale.unclear', 'scale.veryUnclear'] as const;
const COMPREHENSIVE = [
  'scale.veryComprehensive',
  'scale.comprehensive',
  'scale.neutral',
  'scale.incomprehensive',
  'scale.veryIncomprehensive',
] as const;

/** Fields of each survey, in the words of its form (docs/product-rules.md#surveys). */
const FIELDS: Record<SurveyKind, Readonly<Record<string, Field>>> = {
  admission: {
    triageOption: {
      label: 'admission.triageOption',
      options: [
        'scale.verySatisfied',
        'scale.satisfied',
        'scale.neutral',
        'scale.unsatisfied',
        'scale.veryUnsatisfied',
      ],
    },
    triageComments: { label: 'admission.triageComments' },
    covidOption: {
      label: 'admission.covidOption',
      options: [
        'scale.veryComfortable',
        'scale.comfortable',
        'scale.neutral',
        'scale.notVeryComfortable',
        'scale.notComfortableAtAll',
      ],
    },
    covidComments: { label: 'admission.covidComments' },
  },
  discharge: {
    rating: { label: 'discharge.rating' },
    qualityOption: {
      label: 'discharge.qualityOption',
      options: ['scale.excellent', 'scale.good', 'scale.fair', 'scale.poor', 'scale.veryPoor'],
    },
    confidentOption: {
      label: 'discharge.confidentOption',
      options: [
        'scale.veryConfident',
        'scale.confident',
        'scale.neutral',
        'scale.notVeryConfident',
        'scale.notConfidentAtAll',
      ],
    },
    confidentComments: { label: 'discharge.confidentComments' },
  },
  ecg: {
    triageOption: { label: 'ecg.triageOption', options: CLEAR },
    covidOption: { label: 'ecg.covidOption', options: COMPREHENSIVE },
    covidComments: { label: 'testComments' },
  },
  blood: {
    triageOption: { label: 'blood.triageOption', options: CLEAR },
    covidOption: { label: 'blood.covidOption', options: COMPREHENSIVE },
    covidComments: { label: 'testComments' },
  },
};

/**
 * Returns a user's answers in the words of the form, without empty comments. Questions of a hospital's own survey are
 * labelled with the name that they were sent under.
 * @param number formats a number in the current language
 */
function labelledAnswers(
  survey: SurveyKind,
  responses: readonly SurveyAnswer[],
  t: typeof words.text,
  number: (value: number) => string,
) {
  const format = (answer: string | number, field: Field | undefined) => {
    if (typeof answer === 'string') return answer.trim();
    const option = field?.options?.[BEST - answer];
    if (option) return t(option);
    return answer === 0 ? t('notRated') : t('of', { value: number(answer) });
  };
  return responses
    .map(({ question, answer }) => {
      const field = FIELDS[survey][question];
      return { question, label: field ? t(field.label) : question, answer: format(answer, field) };
    })
    .filter(({ answer }) => answer !== '');
}

const List = styled.dl`
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

interface SentAnswersProps {
  survey: SurveyKind;
  sent: SentSurvey;
  onEdit(): void;
  onDone(): void;
}

/** Shown instead of a form that was sent: what the hospital received, when, and a button to correct it. */
function SentAnswers({ survey, sent, onEdit, onDone }: SentAnswersProps) {
  const t = useText(words);
  const tag = LANGUAGES[useLanguage()].intlTag;
  const answers = labelledAnswers(survey, sent.responses ?? [], t, (value) => value.toLocaleString(tag));
  return (
    <Stack>
      <Note tone="success" icon={<MailCheck />} live="status" title={t('title')}>
        <p>{t('when', { date: formatDate(sent.sentAt), time: formatTime(sent.sentAt) })}</p>
      </Note>
      <Card>
        {answers.length === 0 ? (
          <p>{t('elsewhere')}</p>
        ) : (
          <>
            <h2>{t('answers')}</h2>
            {runtimeConfig().recorder.retention !== 'keep' && <Soft>{t('notKept')}</Soft>}
            <List>
              {answers.map(({ question, label, answer }) => (
                <div key={question}>
                  <dt>{label}</dt>
                  <dd>{answer}</dd>
                </div>
              ))}
            </List>
          </>
        )}
      </Card>
      <Actions>
        <Button onClick={onDone}>{t('done')}</Button>
        <Button variant="ghost" onClick={onEdit}>
          {t('edit')}
        </Button>
      </Actions>
    </Stack>
  );
}

interface CorrectingProps {
  sent: SentSurvey;
  onKeep(): void;
}

/** Note above a form that corrects a sent survey: what sending it means, and a button to keep the sent one. */
function Correcting({ sent, onKeep }: CorrectingProps) {
  const t = useText(words);
  return (
    <Note live="status" title={t('correcting')}>
      <Stack $gap={8}>
        <p>{t('correctingText', { date: formatDate(sent.sentAt), time: formatTime(sent.sentAt) })}</p>
        <Row>
          <Button variant="plain" compact onClick={onKeep}>
            {t('keep')}
          </Button>
        </Row>
      </Stack>
    </Note>
  );
}

interface SentProps extends SentAnswersProps, CorrectingProps {
  /** Whether the form to correct the survey is open below. */
  isOpen: boolean;
}

/** What a slot shows of a survey that was sent: its answers, or the note above the form that corrects them. */
export default function Sent({ isOpen, onKeep, ...answers }: SentProps) {
  return isOpen ? <Correcting sent={answers.sent} onKeep={onKeep} /> : <SentAnswers {...answers} />;
}
