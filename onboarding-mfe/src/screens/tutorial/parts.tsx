import { Button, runtimeConfig, useText } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { Capital } from '../../components/screen-parts.tsx';
import { words } from '../../words-tutorial.ts';
import type { Step } from './steps.ts';

const Bar = styled.progress`
  inline-size: 100%;
  block-size: 6px;
  border: 0;
  border-radius: var(--radius-full);
  background: var(--sunken);
  overflow: hidden;
  accent-color: var(--brand);

  &::-webkit-progress-bar {
    background: var(--sunken);
  }
  &::-webkit-progress-value {
    border-radius: var(--radius-full);
    background: var(--brand);
  }
  &::-moz-progress-bar {
    background: var(--brand);
  }
`;

/** Props shared by the video and the text tutorial. */
export interface TutorialProps {
  step: Step;
  /** Number of the step, from 1. */
  number: number;
  count: number;
  isAgreed: boolean;
  onAgree(isAgreed: boolean): void;
  /** Goes to the next step, or leaves the last one. */
  onNext(): void;
  onSkip(): void;
  /** Leaves the last step for the settings. */
  onSettings(): void;
}

/** Returns the progress text, such as "Step 3 of 12". */
export function useProgressLine({ number, count }: Pick<TutorialProps, 'number' | 'count'>): string {
  return useText(words)('tutorial.progress', { step: number, count });
}

/**
 * Returns whether the hospital reviews invited users whose email domain is not approved; otherwise it accepts any
 * address.
 */
export const needsApprovedDomain = (): boolean => runtimeConfig().invitedDomains === 'approved';

/** Returns the text of a step; step 4 says who can be a supporter here, and the demo says that it is one. */
export function useStepText({ key }: Pick<Step, 'key'>): string {
  const t = useText(words);
  if (key === 'step4' && !needsApprovedDomain()) return t('tutorial.step4.any');
  const hasDemoText = runtimeConfig().demo && (key === 'step4' || key === 'step12');
  return hasDemoText ? t(`tutorial.${key}.demoText`) : t(`tutorial.${key}.text`);
}

export function ProgressBar(props: Pick<TutorialProps, 'number' | 'count'>) {
  return <Bar aria-label={useProgressLine(props)} value={props.number} max={props.count} />;
}

interface NextControlsProps extends TutorialProps {
  /** Sizes the buttons to their text, for use in a row. */
  compact?: boolean;
}

/** The checkbox of a step that needs agreement, and the Next button; on the last step, "start" and the settings. */
export function NextControls({
  step,
  number,
  count,
  isAgreed,
  compact,
  onAgree,
  onNext,
  onSettings,
}: NextControlsProps) {
  const t = useText(words);
  return (
    <>
      {step.consent && <CheckboxField label={t(step.consent)} value={isAgreed} onChange={onAgree} required />}
      <Button compact={compact} disabled={step.consent !== undefined && !isAgreed} onClick={onNext}>
        {number === count ? <Capital>{t('tutorial.start')}</Capital> : t('tutorial.next')}
      </Button>
      {number === count && (
        <Button
          variant="plain"
          compact={compact}
          disabled={step.consent !== undefined && !isAgreed}
          onClick={onSettings}
        >
          {t('tutorial.settings')}
        </Button>
      )}
    </>
  );
}
