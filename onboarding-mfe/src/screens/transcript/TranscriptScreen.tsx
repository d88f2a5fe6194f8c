import { useNavigate } from 'react-router-dom';
import { Card, Page, paths, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-tutorial.ts';
import { useStepText } from '../tutorial/parts.tsx';
import { STEPS, type Step } from '../tutorial/steps.ts';

const Steps = styled.ol`
  display: grid;
  gap: var(--space-3);
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** `/onboarding/tutorial/transcript`: everything the tutorial film shows and says, on one page to read or print. */
export default function TranscriptScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const back = { label: t('tutorial.transcript.back'), onPress: () => navigate(paths.onboarding.tutorial) };
  return (
    <Page title={t('tutorial.transcript.title')} intro={t('tutorial.transcript.intro')} back={back}>
      <Steps>
        {STEPS.map((step, index) => (
          <StepCard key={step.key} step={step} number={index + 1} />
        ))}
      </Steps>
    </Page>
  );
}

function StepCard({ step, number }: { step: Step; number: number }) {
  const t = useText(words);
  return (
    <Card as="li">
      <Stack $gap={4}>
        <Title>
          {number}. {t(`tutorial.${step.key}.title`)}
        </Title>
        <p>{useStepText(step)}</p>
      </Stack>
    </Card>
  );
}
