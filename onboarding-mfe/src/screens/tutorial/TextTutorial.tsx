import { Actions, Button, LinkButton, Page, paths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-tutorial.ts';
import { NextControls, ProgressBar, type TutorialProps, useProgressLine } from './parts.tsx';
import { useStepText } from './step-text.ts';

const Words = styled.p`
  min-block-size: 6rem;
  margin-block-start: var(--space-5);
  font-size: var(--text-l);
`;

interface Props extends TutorialProps {
  onPrevious(): void;
  /** Set if there is a video to watch. */
  onWatch?: (() => void) | undefined;
}

/** The tutorial as text. */
export function TextTutorial({ onPrevious, onWatch, ...props }: Props) {
  const t = useText(words);
  const { step, number, count, onSkip } = props;
  // The key changes with each step, so that its heading is new and focused, and a screen reader starts there.
  return (
    <Page key={step.key} title={t(`tutorial.${step.key}.title`)} intro={useProgressLine(props)}>
      <ProgressBar {...props} />
      <Words>{useStepText(step)}</Words>
      <Actions>
        <NextControls {...props} />
        {number > 1 && (
          <Button variant="plain" onClick={onPrevious}>
            {t('tutorial.previous')}
          </Button>
        )}
        {onWatch && (
          <Button variant="plain" onClick={onWatch}>
            {t('tutorial.watch')}
          </Button>
        )}
        <LinkButton variant="plain" to={paths.onboarding.transcript}>
          {t('tutorial.all')}
        </LinkButton>
        {number < count && (
          <Button variant="plain" onClick={onSkip}>
            {t('tutorial.skip')}
          </Button>
        )}
      </Actions>
    </Page>
  );
}
