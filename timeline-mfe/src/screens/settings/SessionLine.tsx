import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import type { OpenSession } from 'mock-api/contract';
import { Button, formatDate, formatTime, Soft, useText } from 'shared-ui';
import { words } from '../../words-sessions.ts';
import { SettingsLine } from './SettingsLine.tsx';

interface Props {
  session: OpenSession;
  busy: boolean;
  onEnd(): void;
}

/**
 * A session: its device, its last use and a button that ends it. The current one is ended with "Log out" in the menu.
 */
export function SessionLine({ session: { current, device, lastUsedAt }, busy, onEnd }: Props) {
  const t = useText(words);
  const moment = `${formatDate(lastUsedAt)}, ${formatTime(lastUsedAt)}`;
  return (
    <SettingsLine>
      <MonitorSmartphone />
      <div>
        <strong>{device}</strong>
        <Soft>{current ? t('here') : t('used', { moment })}</Soft>
      </div>
      {!current && (
        <Button variant="ghost" compact busy={busy} onClick={onEnd} aria-label={t('endOn', { device })}>
          {t('end')}
        </Button>
      )}
    </SettingsLine>
  );
}
