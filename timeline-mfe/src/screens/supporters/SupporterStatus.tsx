import CircleCheck from 'lucide-react/icons/circle-check';
import Hourglass from 'lucide-react/icons/hourglass';
import UserMinus from 'lucide-react/icons/user-minus';
import type { Supporter } from 'mock-api/contract';
import { useState } from 'react';
import {
  Button,
  ensureSupporters,
  formatDate,
  type Loading,
  Note,
  Soft,
  useEnsureLoaded,
  useProfile,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { words } from '../../screen-words.ts';

interface Supporters {
  profile: ReturnType<typeof useProfile>;
  supporters: Supporter[];
  loading: Loading;
}

/** Returns the open profile and its supporters, which are fetched again when stale. */
export function useSupporters(): Supporters {
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.supporters);
  useEnsureLoaded(ensureSupporters);
  return { profile, supporters: list.filter(({ profileId }) => profileId === profile.id), loading };
}

const Mark = styled.span`
  --icon: 1.125rem;
  display: inline-flex;
  overflow-wrap: anywhere;
  align-items: center;
  gap: 6px;
  color: var(--act);
  font-size: var(--text-s);
  font-weight: 650;

  &[data-status='PENDING'] {
    color: var(--ink-soft);
  }
`;

/** A supporter's status (pending or accepted), as text and icon, and the state of their invitation. */
export function SupporterStatus({ status, content, acceptedAt }: Pick<Supporter, 'status' | 'content' | 'acceptedAt'>) {
  const t = useText(words);
  const state = acceptedAt === undefined ? content : t('supporters.since', { date: formatDate(acceptedAt) });
  return (
    <>
      <Mark data-status={status}>
        {status === 'PENDING' ? <Hourglass /> : <CircleCheck />}
        {t(`supporters.${status}`)}
      </Mark>
      {state && <Soft>{state}</Soft>}
    </>
  );
}

interface RemovalButtonProps {
  label: string;
  /** Title, text and buttons of the question. */
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  /** Shown when the removal fails. */
  failed: string;
  isInert?: boolean;
  remove(): Promise<void>;
}

/** A button that ends someone's support, after a question. */
export function RemovalButton(props: RemovalButtonProps) {
  const { label, title, text, confirmLabel, cancelLabel, failed, isInert = false, remove } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { state, submit, reset } = useSubmit(remove);
  const ask = () => {
    reset();
    setIsAsking(true);
  };
  const confirm = () => {
    setIsAsking(false);
    void submit();
  };
  return (
    <>
      <Button variant="danger" icon={<UserMinus />} disabled={isInert} busy={state === 'sending'} onClick={ask}>
        {label}
      </Button>
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {failed}
        </Note>
      )}
      <ConfirmDialog
        open={isAsking}
        title={title}
        confirmLabel={confirmLabel}
        cancelLabel={cancelLabel}
        danger
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  );
}
