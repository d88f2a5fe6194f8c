import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, type ButtonVariant, paths } from 'shared-ui';
import { happen } from './kept.ts';

/** Leaves for the login; nothing of what was typed stays behind. */
export function LeaveButton({ variant = 'plain', children }: { variant?: ButtonVariant; children: ReactNode }) {
  const navigate = useNavigate();
  const leave = () => {
    happen('STARTED_OVER');
    navigate(paths.onboarding.login);
  };
  return (
    <Button variant={variant} onClick={leave}>
      {children}
    </Button>
  );
}
