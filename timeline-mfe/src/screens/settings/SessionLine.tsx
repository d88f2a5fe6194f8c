import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import type { OpenSession } from 'mock-api/contract';
import { Button, Card, formatDate, formatTime, Soft, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-sessions.ts';

const Line = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1 1 10rem;
    min-inline-size: 0;
  }
`;

interface Props {
  session: OpenSession;
  busy: boolean;
  onEnd(): void;
}

/** One session: its device, when it was used last, and the way to end it; this device's own has "Log out" in the menu. */
export function SessionLine({ session: { current, device, lastUsedAt }, busy, onEnd }: Props) {
  const t = useText(words);
  const moment = `${formatDate(lastUsedAt)}, ${formatTime(lastUsedAt)}`;
  return (
    <Line>
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
    </Line>
  );
}
