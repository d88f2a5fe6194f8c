import type { DeskExplanation } from 'mock-api/contract';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, call, formatMoment, Row, Soft, Stack, staffPaths, useSubmit, useText } from 'shared-ui';
import { TextArea } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { Failure } from '../../components/Failure.tsx';
import { Identity } from '../../components/identity.tsx';
import { words } from '../../words.ts';

const pathOf = (id: string) => `v1/desk/explanations/${encodeURIComponent(id)}`;

/** Approves an explanation with this text; the patient reads it with the result. Throws ApiFailure. */
const approveExplanation = (id: string, text: string) =>
  call<DeskExplanation>('post', `${pathOf(id)}/approve`, { text });

/** Refuses an explanation: patients don't see it. Throws ApiFailure. */
const refuseExplanation = (id: string) => call<DeskExplanation>('post', `${pathOf(id)}/refuse`);

/** The longest text that the API accepts. */
const TEXT_LENGTH = 8_000;

const Frame = styled(Stack)`
  padding: var(--space-4);

  h2 {
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
  h3 {
    font-size: var(--text-m);
  }
`;

/** Report and text beside each other, below each other on phones. */
const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
  gap: var(--space-4);
`;

const Words = styled.p`
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;

const PatientLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: 44px;
  overflow-wrap: anywhere;
`;

interface Props {
  explanation: DeskExplanation;
  /** Called after a decision with a message. */
  onDecided(message: string): void;
}

/** A report with the text that explains it, and the decision on it. */
export function ExplanationItem({ explanation, onDecided }: Props) {
  const t = useText(words);
  const id = useId();
  const { patient, result, report, language, state, decidedBy, decidedAt } = explanation;
  return (
    <Frame as="article" aria-labelledby={id}>
      <h2 id={id}>{result.name}</h2>
      <div>
        <PatientLink to={staffPaths.patient(patient.id)}>{patient.name}</PatientLink> <Identity of={patient} />
        <p>
          <Soft as="span">{t('explanations.from', { time: formatMoment(result.resultsAt) })}</Soft>
        </p>
      </div>
      <Sides>
        <Stack as="section" $gap={8}>
          <h3>{t('explanations.report')}</h3>
          <Words lang={language}>{report}</Words>
        </Stack>
        {state === 'waiting' ? (
          <Decision explanation={explanation} onDecided={onDecided} />
        ) : (
          <Stack as="section" $gap={8}>
            <h3>{t('explanations.text')}</h3>
            <Words lang={language}>{explanation.text}</Words>
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
    </Frame>
  );
}

/** Keeps what was typed when a decision fails. */
function Decision({ explanation: { id, language, text: proposed }, onDecided }: Props) {
  const t = useText(words);
  const [text, setText] = useState(proposed);
  const { state, error, submit } = useSubmit(async (isApproval: boolean) => {
    await (isApproval ? approveExplanation(id, text) : refuseExplanation(id));
    onDecided(t(isApproval ? 'explanations.nowApproved' : 'explanations.nowRefused'));
  });
  const isEmpty = text.trim() === '';
  return (
    <Stack as="section" $gap={8}>
      <TextArea
        label={t('explanations.text')}
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
