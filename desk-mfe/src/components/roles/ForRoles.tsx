import DoorClosed from 'lucide-react/icons/door-closed';
import type { StaffRole } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { EmptyState, useText } from 'shared-ui';
import { useRoles } from '../../access/roles.ts';
import { words } from '../../words.ts';
import { DeskPage } from '../DeskPage.tsx';

/** Shows a screen of the desk to those whose roles it is for, and says so to others. */
export function ForRoles({ roles, children }: { roles: readonly StaffRole[]; children: ReactNode }) {
  return useRoles()(...roles) ? children : <OtherRole />;
}

function OtherRole() {
  const t = useText(words);
  return (
    <DeskPage title={t('roles.title')}>
      <EmptyState icon={<DoorClosed />} title={t('roles.other')} text={t('roles.otherText')} />
    </DeskPage>
  );
}
