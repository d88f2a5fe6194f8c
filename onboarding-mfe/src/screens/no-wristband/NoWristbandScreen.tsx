import { Page, paths, useText } from 'shared-ui';
import { SupportContacts, useBackAction } from '../../components/screen-parts.tsx';
import { words } from '../../words.ts';

/** `/onboarding/no-wristband`: says that a personalised wristband is required, and whom to ask for one. */
export function NoWristbandScreen() {
  const t = useText(words);
  return (
    <Page title={t('noWristband.title')} intro={t('noWristband.text')} back={useBackAction(paths.onboarding.info)}>
      <SupportContacts />
    </Page>
  );
}
