import { badgeOf, ProfileList, ProfileRow, paths, useStore, useText } from 'shared-ui';
import { words } from '../words.ts';

function ProfileLink({ id, name, firstName }: { id: number; name: string; firstName: string }) {
  const t = useText(words);
  const count = useStore(badgeOf(id));
  return (
    <ProfileRow
      name={name}
      relation={id === 1 ? t('profiles.you') : t('profiles.youSupport', { name: firstName })}
      to={paths.profile.events(id)}
      badge={{ count, label: t('profiles.badge', { count }) }}
    />
  );
}

/** The people at the bottom of the screen, each with what asks for attention. */
export function ProfileSelector() {
  const t = useText(words);
  const profiles = useStore((state) => state.profiles.list);
  if (profiles.length === 0) return null;
  return (
    <nav aria-label={t('profiles.label')}>
      <ProfileList>
        {profiles.map(({ id, data }) => (
          <li key={id}>
            <ProfileLink id={id} name={`${data.firstName} ${data.lastName}`} firstName={data.firstName} />
          </li>
        ))}
      </ProfileList>
    </nav>
  );
}
