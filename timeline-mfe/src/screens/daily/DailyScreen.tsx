import Phone from 'lucide-react/icons/phone';
import Siren from 'lucide-react/icons/siren';
import type { DailyQuestion } from 'mock-api/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  Button,
  EmptyState,
  ensureTimeline,
  FetchedContent,
  LinkButton,
  loadTimeline,
  Note,
  PanelScreen,
  paths,
  runtimeConfig,
  Stack,
  useEnsureLoaded,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { OWN_PROFILE, requestPaths, telephoneOf } from 'shared-ui/contract';
import { EmergencyNote, useNow } from 'shared-ui/details';
import { CheckboxField, createDraft, Form, Formik, FormikField, KeepDraft, TextArea, yup } from 'shared-ui/forms';
import { isPastQuestion } from '../../api/daily.ts';
import DailyCard, { type DailyState } from '../../components/daily/DailyCard.tsx';
import { type Sent, sendAnswer, words } from '../../components/daily/daily.ts';
import { FailureNote } from '../../components/SectionForm.tsx';

/** `/profile/1/daily-question`: today's question from the hospital, and what follows from the answer. */
export default function DailyScreen() {
  const t = useText(words);
  const now = useNow();
  const loading = useStore(({ events }) => events.loading);
  const event = useStore(({ events }) =>
    events.list.find((item) => item.dailyQuestion && item.profileId === OWN_PROFILE && !isPastQuestion(item, now)),
  );
  useEnsureLoaded(ensureTimeline);
  const [{ sent, isWorried }, setChosen] = useState<DailyState>(useLocation().state ?? {});
  const content = () => {
    if (sent) return <Answered sent={sent} />;
    if (!event?.dailyQuestion) return null;
    return (
      <Stack $gap={16}>
        <EmergencyNote />
        <h2>{event.name}</h2>
        {isWorried ? (
          <Worry
            question={event.dailyQuestion}
            onSent={(answered) => setChosen({ sent: answered })}
            onBack={() => setChosen({})}
          />
        ) : (
          <DailyCard question={event.dailyQuestion} onChosen={setChosen} />
        )}
      </Stack>
    );
  };
  return (
    <PanelScreen title={t('title')}>
      <FetchedContent
        loading={sent ? 'ready' : loading}
        isEmpty={!sent && !event}
        failed={t('failed')}
        failedText={t('failedText')}
        retry={loadTimeline}
        empty={
          <EmptyState title={t('none')} text={t('noneText')}>
            <LinkButton to={requestPaths.create(OWN_PROFILE, 'question')}>{t('ask')}</LinkButton>
          </EmptyState>
        }
      >
        {content()}
      </FetchedContent>
    </PanelScreen>
  );
}

interface Values {
  text: string;
  isAnonymous: boolean;
}

const EMPTY: Values = { text: '', isAnonymous: false };

/** Keeps what was typed when the user leaves and returns. */
const draft = createDraft<Values>(EMPTY);

/** Maximum text length accepted by the API. */
const TEXT_LENGTH = 2000;

const SCHEMA = yup.object({ text: yup.string().max(TEXT_LENGTH), isAnonymous: yup.boolean() });

interface WorryProps {
  question: DailyQuestion;
  onSent(sent: Sent): void;
  onBack(): void;
}

/** Words about a worry, which may be left out, and whether staff learn who it is. */
function Worry({ question, onSent, onBack }: WorryProps) {
  const t = useText(words);
  const { state, submit } = useSubmit(async ({ text, isAnonymous }: Values) => {
    const written = text.trim();
    const sent = await sendAnswer({ ...question, answer: 'yes', isAnonymous, ...(written && { text: written }) });
    await draft.set(EMPTY);
    onSent(sent);
  });
  return (
    <Formik initialValues={draft.get()} validationSchema={SCHEMA} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <Stack $gap={16}>
            <KeepDraft<Values, Values> draft={draft} take={(values) => values} />
            <FormikField name="text">
              {(field) => (
                <TextArea {...field} label={t('text')} hint={t('textHint')} rows={3} maxLength={TEXT_LENGTH} />
              )}
            </FormikField>
            <FormikField<boolean> name="isAnonymous">
              {(field) => <CheckboxField {...field} label={t('anonymous')} hint={t('anonymousHint')} />}
            </FormikField>
            {state === 'failed' && <FailureNote>{t('sendFailed')}</FailureNote>}
            <Button type="submit" busy={isSubmitting}>
              {t('send')}
            </Button>
            <Button type="button" variant="plain" onClick={onBack}>
              {t('back')}
            </Button>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}

/** Takes the focus: what happens now, and whom to call. */
function Answered({ sent: { answer, isAnonymous, isUrgent } }: { sent: Sent }) {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const isWorse = answer === 'worse';
  return (
    <Stack ref={place} tabIndex={-1} $gap={16}>
      {isUrgent && (
        <Note tone="error" live="alert" icon={<Siren />} title={t('urgent')}>
          <p>{t('urgentText')}</p>
        </Note>
      )}
      <Note tone={isWorse ? 'error' : 'success'} title={t('thanks')}>
        <p>{t(`next.${isAnonymous ? 'anonymous' : answer}`)}</p>
      </Note>
      {isWorse && <Numbers />}
      <EmergencyNote />
      <LinkButton variant="ghost" to={paths.app.root}>
        {t('home')}
      </LinkButton>
    </Stack>
  );
}

/** The number for emergencies, and the hospital's. */
function Numbers() {
  const t = useText(words);
  return (
    <>
      <p>{t('emergency')}</p>
      {runtimeConfig().brand.supportPhones.map((phone) => {
        const { number, extension } = phone;
        return (
          <LinkButton key={number} icon={<Phone />} href={telephoneOf(phone)}>
            {t('call', { number: extension === '' ? number : t('extension', { number, extension }) })}
          </LinkButton>
        );
      })}
    </>
  );
}
