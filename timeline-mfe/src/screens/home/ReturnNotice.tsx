import Bell from 'lucide-react/icons/bell';
import type { Profile } from 'mock-api/contract';
import { useRef } from 'react';
import { Button, call, callPut, formatTime, loadTimeline, Note, Stack, useSubmit, useText } from 'shared-ui';
import { hospitalDay, useNow } from 'shared-ui/details';
import { defineCatalogue } from 'shared-ui/languages';
import en from '../../locales/return.en.json';

const words = defineCatalogue('timeline-mfe/return', en, (tag) => import(`../../locales/return.${tag}.json`));

/** Returns what the user asked today; a copy kept offline may be of another day. */
function noticeOf({ returnNotice }: Profile, now: number): Profile['returnNotice'] {
  const today = hospitalDay(new Date(now).toISOString());
  return returnNotice && hospitalDay(returnNotice.askedAt) === today ? returnNotice : undefined;
}

/**
 * "Tell me when Zoë is back", for a supporter: the offer while a step takes the person elsewhere, then that the user
 * asked, then that staff say they are back, or that there is news.
 */
export default function ReturnNotice({ person }: { person: Profile }) {
  const t = useText(words);
  const now = useNow();
  const place = useRef<HTMLDivElement>(null);
  const path = `v1/profiles/${person.id}/return-notice`;
  const { state, submit } = useSubmit(async (isWanted: boolean) => {
    await (isWanted ? callPut<void>(path, {}) : call<void>('delete', path));
    await loadTimeline();
    // The button that had the focus is gone.
    place.current?.focus();
  });
  const { away, data } = person;
  const name = data.firstName;
  const notice = noticeOf(person, now);
  const isAway = away !== undefined && Date.parse(away.from) <= now && now <= Date.parse(away.until);
  const isWaiting = notice !== undefined && notice.newsAt === null && notice.backAt === null;
  const isSending = state === 'sending';
  const backAt = isAway ? null : notice?.backAt;
  if (!isAway && !isWaiting && !backAt && !notice?.newsAt) return null;
  return (
    <Stack ref={place} tabIndex={-1} $gap={8}>
      {isWaiting && (
        <Note icon={<Bell />} live="status" title={t('waiting', { name })}>
          <p>{t('waitingHow')}</p>
          <Button variant="plain" compact busy={isSending} onClick={() => submit(false)}>
            {t('withdraw')}
          </Button>
        </Note>
      )}
      {backAt && (
        <Note tone="success" live="status" title={t('back', { name })}>
          {t('backSince', { time: formatTime(backAt) })}
        </Note>
      )}
      {notice?.newsAt && (
        <Note icon={<Bell />} live="status" title={t('news', { time: formatTime(notice.newsAt) })}>
          {t('newsOnly', { name })}
        </Note>
      )}
      {isAway && !isWaiting && (
        <Button variant="ghost" compact icon={<Bell />} busy={isSending} onClick={() => submit(true)}>
          {t('ask', { name })}
        </Button>
      )}
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {t('failed')}
        </Note>
      )}
    </Stack>
  );
}
