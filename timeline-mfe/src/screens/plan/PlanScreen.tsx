import type { DayPlan, DayPlans } from 'mock-api/contract';
import { useId, useMemo, useState } from 'react';
import {
  ApiFailure,
  Button,
  Card,
  call,
  EmptyState,
  FetchedContent,
  formatDate,
  formatMoment,
  LinkButton,
  Note,
  PanelScreen,
  readThrough,
  SectionTitle,
  Soft,
  Stack,
  useProfile,
  useSubmit,
  useText,
} from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import {
  clockTimes,
  HospitalText,
  HospitalWordsNote,
  hospitalTime,
  NotShared,
  useLiveLoad,
  useNow,
} from 'shared-ui/details';
import { createDraft, FormikField, KeepDraft, TextArea, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { SectionForm } from '../../components/SectionForm.tsx';
import { Choices } from './Choices.tsx';
import { Questions } from './Questions.tsx';
import { TEXT_LENGTH, words } from './words.ts';

/** Fetches a profile's plans, newest day first; offline, returns the last known response. @throws ApiFailure */
const fetchPlans = (profileId: number) => readThrough<DayPlans>(`v1/profiles/${profileId}/plans`);

/** Changes of what this screen shows. */
const CHANGES = ['plan.updated', 'question.updated', 'share.updated'];

const readBack = (date: string, text: string) => call<void>('post', `v1/profiles/1/plans/${date}/read-back`, { text });

/** `/profile/:profileId/plan`: what is planned today and tomorrow, how the patient says it, and earlier days. */
export default function PlanScreen() {
  const t = useText(words);
  const { id, isOwn, firstName: name } = useProfile();
  const { state, value: plans, error, retry } = useLiveLoad(() => fetchPlans(id), [id], CHANGES);
  const isNotShared = error instanceof ApiFailure && error.code === 'NOT_SHARED';
  return (
    <PanelScreen title={isOwn ? t('title') : t('theirs', { name })}>
      <FetchedContent
        loading={isNotShared ? 'ready' : state}
        isEmpty={!plans}
        failed={t('failed')}
        failedText={t('failedText')}
        retry={retry}
        empty={isNotShared && <NotShared name={name} />}
      >
        {plans && <Plans plans={plans} reload={retry} />}
      </FetchedContent>
    </PanelScreen>
  );
}

function Plans({ plans: { plans, questions }, reload }: { plans: DayPlans; reload(): void }) {
  const t = useText(words);
  // By the clock: the response may be a copy of yesterday, and a screen may stay open overnight.
  const today = hospitalTime(useNow()).slice(0, 10);
  const { id, isOwn, firstName: name, mayAsk } = useProfile();
  const current = plans.find(({ date }) => date === today);
  const next = plans.findLast(({ date }) => date > today);
  const earlier = plans.filter(({ date }) => date < today);
  return (
    <Stack $gap={24}>
      {current ? (
        <Plan plan={current} title={t('today')} />
      ) : (
        <EmptyState title={t('none')} text={isOwn ? t('noneText') : t('theirNone', { name })} />
      )}
      {isOwn && current && <Said key={current.updatedAt} plan={current} onSaid={reload} />}
      {mayAsk && (
        <>
          <Questions questions={questions} reload={reload} />
          <LinkButton variant="ghost" to={requestPaths.create(id, 'question')}>
            {t('ask')}
          </LinkButton>
        </>
      )}
      {next && <Plan plan={next} title={formatDate(next.date)} />}
      {earlier.length > 0 && (
        <Stack as="section" $gap={16}>
          <SectionTitle>{t('earlier')}</SectionTitle>
          {earlier.map((plan) => (
            <Plan key={plan.date} plan={plan} title={formatDate(plan.date)} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

type Item = DayPlan['steps'][number];

/** "3:00 p.m.: MRI", or the text alone without a time. */
const lineOf = ({ at, text }: Item) =>
  at === undefined ? text : words.text('line', { time: clockTimes([at]).join(), text });

const Parts = styled.dl`
  display: grid;
  gap: var(--space-3);
  margin: 0;
  overflow-wrap: anywhere;

  dt {
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
  dd {
    margin: 0;
  }
  dd.goal {
    font-size: var(--text-l);
    font-weight: 640;
  }
  ul {
    margin: 0;
    padding-inline-start: 1.25em;
  }
`;

function Items({ title, items }: { title: string; items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <ul>
          {items.map((item) => (
            <li key={lineOf(item)}>
              <HospitalText lang={item.language ?? null}>{lineOf(item)}</HospitalText>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

/** One day's plan. What staff wrote themselves is marked with its language. */
function Plan({ plan, title }: { plan: DayPlan; title: string }) {
  const t = useText(words);
  const titleId = useId();
  const { goal, steps, people, wouldChange, homeExpected, languages, writtenBy, updatedAt } = plan;
  const own = [languages?.goal, ...[...steps, ...people].map(({ language }) => language), languages?.wouldChange];
  return (
    <Stack as="section" $gap={8} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{title}</SectionTitle>
      <Card>
        <Parts>
          <div>
            <dt>{t('goal')}</dt>
            <dd className="goal">
              <HospitalText lang={languages?.goal ?? null}>{goal}</HospitalText>
            </dd>
          </div>
          <Items title={t('steps')} items={steps} />
          <Items title={t('people')} items={people} />
          {wouldChange && (
            <div>
              <dt>{t('wouldChange')}</dt>
              <dd>
                <HospitalText lang={languages?.wouldChange ?? null}>{wouldChange}</HospitalText>
              </dd>
            </div>
          )}
          <div>
            <dt>{t('home')}</dt>
            <dd>{homeExpected ? t('homeOn', { day: formatDate(homeExpected) }) : t('homeUnknown')}</dd>
          </div>
        </Parts>
      </Card>
      <HospitalWordsNote lang={own.find((language) => language !== undefined) ?? null} />
      <Soft>{t('written', { who: writtenBy ?? t('staff'), when: formatMoment(updatedAt) })}</Soft>
    </Stack>
  );
}

type Values = { text: string };

/** Keeps what was typed when the user leaves and returns. */
const draft = createDraft<Values>({ text: '' });

/** Today's plan in the patient's own words: what they said, or the form for it. */
function Said({ plan, onSaid }: { plan: DayPlan; onSaid(): void }) {
  const t = useText(words);
  const [isAgain, setIsAgain] = useState(false);
  const schema = useMemo(() => yup.object({ text: yup.string().trim().required(t('sayMissing')) }), [t]);
  const { error, submit } = useSubmit(async ({ text }: Values) => {
    await readBack(plan.date, text.trim());
    await draft.set({ text: '' });
    setIsAgain(false);
    onSaid();
  });
  const { readBack: said } = plan;
  if (said && !isAgain) {
    return (
      <Note tone="success" title={t('said', { when: formatMoment(said.at) })} live="status">
        <p dir="auto">{said.text}</p>
        <Button variant="plain" compact onClick={() => setIsAgain(true)}>
          {t('again')}
        </Button>
      </Note>
    );
  }
  return (
    <Stack as="section" $gap={8}>
      <SectionTitle>{t('sayTitle')}</SectionTitle>
      <Soft>{t('sayText')}</Soft>
      <SectionForm<Values>
        initialValues={draft.get()}
        validationSchema={schema}
        onSubmit={submit}
        lead={<KeepDraft<Values, Values> draft={draft} take={(values) => values} />}
        check={t('check')}
        failure={error !== null && t('sayFailed')}
        save={t('send')}
      >
        <FormikField name="text">
          {(field) => <TextArea {...field} label={t('say')} maxLength={TEXT_LENGTH} required />}
        </FormikField>
        <Choices label={t('choose')} lines={[...plan.steps, ...plan.people].map(lineOf)} />
      </SectionForm>
    </Stack>
  );
}
