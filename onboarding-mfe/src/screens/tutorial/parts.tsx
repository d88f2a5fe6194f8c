import { Button, useText } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { Capital } from '../../components/Capital.tsx';
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

/** What both ways through the tutorial, video and text, know of where they are. */
export interface WayProps {
  step: Step;
  /** Of the step, from 1. */
  number: number;
  count: number;
  isAgreed: boolean;
  onAgree(isAgreed: boolean): void;
  /** The next step, or out of the last one. */
  onNext(): void;
  onSkip(): void;
  /** Out of the last step, to the settings. */
  onSettings(): void;
}

/** "Step 3 of 12" as words. */
export function useProgressLine({ number, count }: Pick<WayProps, 'number' | 'count'>): string {
  return useText(words)('tutorial.progress', { step: number, count });
}

/** How far it is. */
export function ProgressBar(props: Pick<WayProps, 'number' | 'count'>) {
  return <Bar aria-label={useProgressLine(props)} value={props.number} max={props.count} />;
}

interface GoOnProps extends WayProps {
  /** Buttons as wide as their words, in a row with others. */
  compact?: boolean;
}

/** The box of a step that has text to agree to, and the Next button: "start" and the settings on the last step. */
export function GoOn({ step, number, count, isAgreed, compact, onAgree, onNext, onSettings }: GoOnProps) {
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
