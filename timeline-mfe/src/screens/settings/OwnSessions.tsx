import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import { useState } from 'react';
import { formatDate, formatTime, Soft, useText } from 'shared-ui';
import { defineCatalogue } from 'shared-ui/languages';
import { endOwnSession, fetchOwnSessions } from '../../api/account.ts';
import en from '../../locales/sessions.en.json';
import { useConfirmed } from './ConfirmIdentity.tsx';
import { OwnLine, OwnList, useOwnEntries } from './OwnList.tsx';

const words = defineCatalogue('timeline-mfe/sessions', en, (tag) => import(`../../locales/sessions.${tag}.json`));

/** The user's sessions by device and last use. All but the current one can be ended. */
export function OwnSessions() {
  const t = useText(words);
  const confirmed = useConfirmed();
  const own = useOwnEntries(fetchOwnSessions);
  const [ended, setEnded] = useState<string>();
  return (
    <OwnList
      own={own}
      title={t('title')}
      announcement={ended === undefined ? '' : t('ended', { device: ended })}
      failed={t('failed')}
      again={t('again')}
      line={(session) => {
        const { current, device, id, lastUsedAt } = session;
        const moment = `${formatDate(lastUsedAt)}, ${formatTime(lastUsedAt)}`;
        const end = async () => {
          await confirmed(() => endOwnSession(id));
          own.remove(session);
          setEnded(device);
        };
        return (
          <OwnLine
            icon={<MonitorSmartphone />}
            device={device}
            label={t('end')}
            fullLabel={t('endOn', { device })}
            failed={t('endFailed', { device })}
            // The current session is ended with "Log out" in the menu.
            remove={current ? undefined : end}
          >
            <Soft>{current ? t('here') : t('used', { moment })}</Soft>
          </OwnLine>
        );
      }}
    />
  );
}
