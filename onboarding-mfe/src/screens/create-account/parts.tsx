import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, type ButtonVariant, paths, useText } from 'shared-ui';
import { words } from '../../words-account.ts';
import { dispatch } from './account-draft.ts';

/** Details, password, agreements. */
const STEPS = 3;

/** Returns the progress text, such as "Step 2 of 3". */
export function useStepLine(step: number): string {
  return useText(words)('create.step', { step, count: STEPS });
}

/**
 * Leaves for the login screen and discards all input. The draft is cleared on unmount: clearing it earlier would
 * visibly restart the flow, and the form would save it again.
 */
export function LeaveButton({ variant = 'plain', children }: { variant?: ButtonVariant; children: ReactNode }) {
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  useEffect(
    () => () => {
      if (isLeaving.current) dispatch('STARTED_OVER');
    },
    [],
  );
  const leave = () => {
    isLeaving.current = true;
    navigate(paths.onboarding.login);
  };
  return (
    <Button variant={variant} onClick={leave}>
      {children}
    </Button>
  );
}
