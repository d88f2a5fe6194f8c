import type { NewRoundsQuestion } from 'mock-api/contract';
import { useLocation, useNavigate } from 'react-router-dom';
import { EmptyState, ensureRecords, PanelScreen, Soft, Stack, useEnsureLoaded, useProfile, useText } from 'shared-ui';
import { OPENS, planPath } from 'shared-ui/contract';
import { EmergencyNote } from 'shared-ui/details';
import { subjectIn, useSubjectTitle } from '../requests/subject.ts';
import { QuestionForm } from './QuestionForm.tsx';
import type { WrittenState } from './Questions.tsx';
import { words } from './words.ts';

type Subject = NonNullable<NewRoundsQuestion['about']>;

const TYPES = ['event', 'result', 'care-plan'] as const satisfies Subject['type'][];

/** Neutral questions, by what they are about. Those in the patient's name are for patients only. */
const SUGGESTIONS = {
  none: { own: ['suggestHome', 'suggestBefore', 'suggestToday'], any: [] },
  event: { own: ['suggestMeaning'], any: ['suggestNext'] },
  result: { own: ['suggestMeaning'], any: ['suggestTest', 'suggestNext'] },
  'care-plan': { own: ['suggestMeaning'], any: ['suggestNext'] },
} as const;

/** Returns the subject that the URL names, if questions may be about it. */
function subjectOf(search: string): Subject | undefined {
  const named = subjectIn(search);
  const type = TYPES.find((known) => known === named?.type);
  return type && named ? { type, id: named.id } : undefined;
}

/** `/profile/:profileId/plan/question`: writes down a question for the next visit, about what the URL names. */
export default function QuestionScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const { id, isOwn, firstName: name, mayAsk, permissions } = useProfile();
  const about = subjectOf(useLocation().search);
  const title = useSubjectTitle(id, about);
  useEnsureLoaded(ensureRecords);
  if (!mayAsk || (permissions && !OPENS.care(permissions))) {
    return (
      <PanelScreen title={t('questionTitle')}>
        <EmptyState title={t('refused')} text={t('refusedText', { name })} />
      </PanelScreen>
    );
  }
  const { own, any } = SUGGESTIONS[about?.type ?? 'none'];
  const onSaved = (written: string) =>
    navigate(planPath(id), { replace: true, state: { written } satisfies WrittenState });
  return (
    <PanelScreen title={t('questionTitle')}>
      <Stack $gap={16}>
        <EmergencyNote />
        <Soft>{t('questionText')}</Soft>
        {title && <strong>{t('about', { title })}</strong>}
        <QuestionForm
          profileId={id}
          draftKey={`${id} ${about?.type ?? ''} ${about?.id ?? ''}`}
          suggestions={[...any, ...(isOwn ? own : [])].map((key) => t(key))}
          save={t('putOnList')}
          onSaved={onSaved}
          {...(about && { about })}
        />
      </Stack>
    </PanelScreen>
  );
}
