import { isUnreadReply } from '../../contract/events.ts';
import { questionPath, requestPaths } from '../../contract/routes/paths.ts';
import { OPENS } from '../../contract/sharing.ts';
import { defineCatalogue, useText } from '../../platform/i18n/i18n.ts';
import { LinkButton, Note, Row, SectionTitle, Stack } from '../../ui/components/index.ts';
import { useProfile } from '../profiles/ProfileArea.tsx';
import { useStore } from '../store.ts';
import en from './locales/en.json';

/** Texts about asking the hospital, which no first screen needs. */
const words = defineCatalogue('shared-ui/patient/requests', en, (tag) => import(`./locales/${tag}.json`));

export interface AskHospitalProps {
  type: 'event' | 'result' | 'care-plan';
  id: string;
}

/**
 * Links to the forms for asking the hospital about an event, a result or a care plan of the profile that the path names,
 * now or at the next visit; renders nothing for a supporter who may not ask. The timeline remote owns the forms.
 */
export function AskHospital({ type, id }: AskHospitalProps) {
  const t = useText(words);
  const profile = useProfile();
  const unread = useStore(({ events }) => events.list.filter((event) => isUnreadReply(event, profile.id)).length);
  if (!profile.mayAsk) return null;
  const ask = (kind: 'question' | 'correction' | 'request') => requestPaths.create(profile.id, kind, { type, id });
  return (
    <Stack as="section">
      <SectionTitle>{t('title')}</SectionTitle>
      <Row $gap={8}>
        <LinkButton variant="ghost" compact to={ask('question')}>
          {t(type)}
        </LinkButton>
        {(!profile.permissions || OPENS.care(profile.permissions)) && (
          <LinkButton variant="ghost" compact to={questionPath(profile.id, { type, id })}>
            {t('visit')}
          </LinkButton>
        )}
        <LinkButton variant="ghost" compact to={ask('correction')}>
          {t('correction')}
        </LinkButton>
        <LinkButton variant="ghost" compact to={ask('request')}>
          {t('request')}
        </LinkButton>
        <LinkButton variant="plain" compact to={requestPaths.list(profile.id)}>
          {unread === 0 ? t('all') : t('unread', { count: unread })}
        </LinkButton>
      </Row>
    </Stack>
  );
}

/** What to do in an emergency. Always visible wherever a person can ask the hospital. */
export function EmergencyNote() {
  const t = useText(words);
  return (
    <Note tone="warning">
      <p>{t('emergency')}</p>
    </Note>
  );
}
