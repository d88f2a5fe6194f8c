import BookOpenCheck from 'lucide-react/icons/book-open-check';
import type { DeskExplanation, ExplanationState } from 'mock-api/contract';
import { useCallback, useId, useState } from 'react';
import { Button, call, EmptyState, formatMoment, Row, Soft, Stack, staffPaths, useSubmit, useText } from 'shared-ui';
import { SelectField, TextArea } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { pageQuery } from '../../api/page.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { Failure } from '../../components/feedback.tsx';
import { RequiredLabel } from '../../components/fields.tsx';
import { Identity, patientLabel } from '../../components/identity.tsx';
import { BackToPatients, EntryFrame, TargetLink, useDecisions } from '../../components/list-parts.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { words } from '../../words.ts';

const STATES = ['waiting', 'approved', 'refused'] as const satisfies ExplanationState[];

const pathOf = (id: string) => `v1/desk/explanations/${encodeURIComponent(id)}`;

/** Approves an explanation with this text; the patient reads it with the result. */
const approveExplanation = (id: string, text: string) =>
  call<DeskExplanation>('post', `${pathOf(id)}/approve`, { text });

/** Refuses an explanation: patients don't see it. */
const refuseExplanation = (id: string) => call<DeskExplanation>('post', `${pathOf(id)}/refuse`);

/** The longest text that the API accepts. */
const TEXT_LENGTH = 8_000;

/** `/desk/explanations`: plain-language texts of the hospital's own service, to approve beside the report. */
export default function ExplanationsScreen() {
  const t = useText(words);
  const [state, setState] = useState<ExplanationState>('waiting');
  const pages = usePages(
    (after) => call<DeskExplanation[]>('get', `v1/desk/explanations${pageQuery({ state }, after)}`),
    [state],
  );
  const { page, onDecided, toast } = useDecisions(pages.change);
  const draw = useCallback(
    (explanation: DeskExplanation) => <ExplanationItem explanation={explanation} onDecided={onDecided} />,
    [onDecided],
  );
  return (
    <DeskPage ref={page} title={t('explanations.title')} intro={t('explanations.intro')} tools={<BackToPatients />}>
      <Stack $gap={16}>
        <ListFilters>
          <SelectField
            label={t('explanations.filter')}
            value={state}
            onChange={(value) => setState(STATES.find((known) => known === value) ?? 'waiting')}
            options={STATES.map((value) => ({ value, label: t(`explanations.${value}`) }))}
          />
        </ListFilters>
        <PagedList
          pages={pages}
          label={t(`explanations.${state}`)}
          failed={t('explanations.failed')}
          empty={
            <EmptyState icon={<BookOpenCheck />} title={t('explanations.empty')} text={t('explanations.emptyText')} />
          }
        >
          {draw}
        </PagedList>
      </Stack>
      {toast}
    </DeskPage>
  );
}

/** Report and text beside each other, below each other on phones. */
const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
  gap: var(--space-4);
`;

const ReportText = styled.p`
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;

interface Props {
  explanation: DeskExplanation;
  /** Called after a decision with the explanation's id and a confirmation message. */
  onDecided(id: string, message: string): void;
}

/** A report with the text that explains it, and the decision on it. */
function ExplanationItem({ explanation, onDecided }: Props) {
  const t = useText(words);
  const id = useId();
  const { patient, result, report, language, state, decidedBy, decidedAt } = explanation;
  return (
    <EntryFrame as="article" aria-labelledby={id}>
      <h2 id={id}>{result.name}</h2>
      <div>
        <TargetLink to={staffPaths.patient(patient.id)}>{patient.name}</TargetLink> <Identity of={patient} />
        <p>
          <Soft as="span">{t('explanations.from', { time: formatMoment(result.resultsAt) })}</Soft>
        </p>
      </div>
      <Sides>
        <Stack as="section" $gap={8}>
          <h3>{t('explanations.report')}</h3>
          <ReportText lang={language}>{report}</ReportText>
        </Stack>
        {state === 'waiting' ? (
          <Decision explanation={explanation} onDecided={onDecided} />
        ) : (
          <Stack as="section" $gap={8}>
            <h3>{t('explanations.text')}</h3>
            <ReportText lang={language}>{explanation.text}</ReportText>
            {decidedAt && (
              <Soft>
                {t(`explanations.by.${state}`, {
                  name: decidedBy ?? t('explanations.someone'),
                  time: formatMoment(decidedAt),
                })}
              </Soft>
            )}
          </Stack>
        )}
      </Sides>
    </EntryFrame>
  );
}

/** Keeps what was typed when a decision fails. */
function Decision({ explanation: { id, patient, language, text: proposed }, onDecided }: Props) {
  const t = useText(words);
  const [text, setText] = useState(proposed);
  const { state, error, submit } = useSubmit(async (isApproval: boolean) => {
    await (isApproval ? approveExplanation(id, text) : refuseExplanation(id));
    const message = isApproval ? 'explanations.nowApproved' : 'explanations.nowRefused';
    onDecided(id, t(message, { patient: patientLabel(t, patient) }));
  });
  const isEmpty = text.trim() === '';
  return (
    <Stack as="section" $gap={8}>
      <TextArea
        label={<RequiredLabel>{t('explanations.text')}</RequiredLabel>}
        required
        hint={t('explanations.textHint')}
        lang={language}
        value={text}
        onChange={setText}
        maxLength={TEXT_LENGTH}
        error={isEmpty ? t('explanations.textMissing') : undefined}
      />
      <Failure error={error} />
      <Row>
        <Button compact busy={state === 'sending'} disabled={isEmpty} onClick={() => submit(true)}>
          {t('explanations.approve')}
        </Button>
        <Button compact variant="ghost" disabled={state === 'sending'} onClick={() => submit(false)}>
          {t('explanations.refuse')}
        </Button>
      </Row>
    </Stack>
  );
}
