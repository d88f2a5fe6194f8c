import type { ReactNode } from 'react';
import { Actions, Button } from '../components/index.ts';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** Whether confirming is destructive: its button is red and the focus starts on cancel. */
  danger?: boolean;
  /** Whether the confirmed action is in progress. */
  busy?: boolean;
  onConfirm(): void;
  /** Called on cancel, Escape, or a press outside. */
  onCancel(): void;
}

/** Asks for confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel, danger = false, busy = false, onConfirm, onCancel } = props;
  return (
    <Dialog open={open} onClose={onCancel} title={title}>
      {children}
      <Actions>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="plain" data-autofocus={danger || undefined} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </Actions>
    </Dialog>
  );
}
