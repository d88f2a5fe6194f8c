import EyeOff from 'lucide-react/icons/eye-off';
import { useEffect, useRef } from 'react';
import { paths } from '../../contract/routes/paths.ts';
import { useText } from '../../platform/i18n/i18n.ts';
import { EmptyState, LinkButton, LiveRegion } from '../../ui/components/index.ts';
import { words } from '../../words.ts';

/** Shown to a supporter instead of what a patient no longer shares. Takes the patient's first name. */
export function NoLongerShared({ name }: { name: string }) {
  const t = useText(words);
  return (
    <EmptyState title={t('notShared.ended', { name })} text={t('notShared.ask', { name })} icon={<EyeOff />}>
      <LinkButton to={paths.app.root}>{t('notShared.home')}</LinkButton>
    </EmptyState>
  );
}

/** Shown to a supporter instead of a list that the patient doesn't share. Takes the patient's first name. */
export function NotShared({ name }: { name: string }) {
  const t = useText(words);
  return <EmptyState title={t('notShared.never', { name })} text={t('notShared.ask', { name })} icon={<EyeOff />} />;
}

/** Shown to a supporter instead of a patient whom they no longer support, whoever has ended it. */
export function SupportEnded({ name }: { name: string }) {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  // What had the focus is gone.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const title = t('notShared.over', { name });
  return (
    <div ref={place} tabIndex={-1}>
      <LiveRegion message={title} />
      <EmptyState title={title} text={t('notShared.overText')} icon={<EyeOff />}>
        <LinkButton to={paths.app.root}>{t('notShared.home')}</LinkButton>
      </EmptyState>
    </div>
  );
}
