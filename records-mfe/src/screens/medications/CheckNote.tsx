import type { Medications } from 'mock-api/contract';
import { formatDate, LinkButton, Note, Soft, Stack, type Translate, useProfile, useText } from 'shared-ui';
import { checkPath, words } from '../medication-check/check.ts';

type Last = NonNullable<NonNullable<Medications['check']>['last']>;
type LastKey =
  | `last.${'you' | 'other' | 'someone'}`
  | `differences.${'none' | 'some'}`
  | `since.${keyof Last['since']}`;

const CHANGES = ['added', 'changed', 'stopped'] as const;

/** Returns who checked a list and when, what differed, and how it has changed since. */
function sentencesOf(t: Translate<LastKey>, { at, isYours, who, differences, since }: Last): string[] {
  const date = formatDate(at);
  const other = who === null ? t('last.someone', { date }) : t('last.other', { name: who, date });
  const found = differences === 0 ? t('differences.none') : t('differences.some', { count: differences ?? 0 });
  return [
    isYours ? t('last.you', { date }) : other,
    ...(differences === null ? [] : [found]),
    ...CHANGES.filter((change) => since[change] > 0).map((change) => t(`since.${change}`, { count: since[change] })),
  ];
}

/** Asks for a check of the list while one is due, and says when it was last checked. */
export function CheckNote({ check: { due, last } }: { check: NonNullable<Medications['check']> }) {
  const t = useText(words);
  const { id, isOwn, firstName: name } = useProfile();
  if (due === null && last === null) return null;
  const said = last && <Soft>{sentencesOf(t, last).join(' ')}</Soft>;
  if (due === null) {
    return (
      <Stack $gap={4}>
        {said}
        <div>
          <LinkButton variant="plain" compact to={checkPath(id)}>
            {t('again')}
          </LinkButton>
        </div>
      </Stack>
    );
  }
  return (
    <Note title={isOwn ? t('due.title') : t('due.theirTitle', { name })}>
      <p>{t(`due.${due}`)}</p>
      {said}
      <LinkButton compact to={checkPath(id)}>
        {t('open')}
      </LinkButton>
    </Note>
  );
}
