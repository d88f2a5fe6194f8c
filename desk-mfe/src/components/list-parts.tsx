import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useCallback, useRef } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton, Stack, staffPaths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { useRoles } from '../access/roles.ts';
import { words } from '../words.ts';
import type { DeskPageHandle } from './DeskPage.tsx';
import { useToast } from './feedback.tsx';

/** An entry of a list that is not a table. */
export const EntryFrame = styled(Stack)`
  padding: var(--space-4);

  h2 {
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
  h3 {
    font-size: var(--text-m);
  }
`;

/** Link on a line of its own, as high as a touch target. */
export const TargetLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  align-self: start;
  min-block-size: var(--target);
  overflow-wrap: anywhere;
`;

/** Next to a screen's heading: leads back to the list of patients, or for operators to that of linked records. */
export function BackToPatients() {
  const t = useText(words);
  const seesPatients = useRoles()('nurse', 'clerk', 'privacy');
  if (!seesPatients)
    return (
      <LinkButton variant="ghost" compact icon={<ArrowLeft />} to={`${staffPaths.desk}/records`}>
        {t('records.title')}
      </LinkButton>
    );
  return (
    <LinkButton variant="ghost" compact icon={<ArrowLeft />} to={staffPaths.patients}>
      {t('patient.back')}
    </LinkButton>
  );
}

/**
 * For a list whose entries leave it once staff have decided: returns `onDecided`, which removes an entry and confirms it
 * with a toast, and the ref for the DeskPage.
 * @param change updates the list; stable
 */
export function useDecisions<T extends { id: string }>(change: (update: (items: T[]) => T[]) => void) {
  const page = useRef<DeskPageHandle>(null);
  const { showToast, toast } = useToast();
  const onDecided = useCallback(
    (id: string, message: string) => {
      change((items) => items.filter((item) => item.id !== id));
      showToast(message);
      // The focused button was removed with its entry.
      page.current?.focusHeading();
    },
    [change, showToast],
  );
  return { page, onDecided, toast };
}
