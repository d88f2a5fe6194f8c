import EyeOff from 'lucide-react/icons/eye-off';
import { paths } from '../../contract/routes/paths.ts';
import { useText } from '../../platform/i18n/i18n.ts';
import { EmptyState, LinkButton } from '../../ui/components/index.ts';
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
