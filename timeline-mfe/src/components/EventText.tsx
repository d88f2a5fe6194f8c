import type { CareEvent } from 'mock-api/contract';
import { Card, EVENT_TYPE, LinkButton, paths, Soft, Stack, useText } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { useNow } from 'shared-ui/details';
import { words } from '../words.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { formatEventTime } from './time.ts';

/** Event types that link to the list of results: a test that is done, and a result that the event doesn't open itself. */
const LEADS_TO_RESULTS: ReadonlySet<number> = new Set([EVENT_TYPE.RESULT, EVENT_TYPE.RESULT_COMPLETE]);

interface EventTextProps {
  event: CareEvent;
  /** Whether to show the event's name, for screens whose heading doesn't. */
  isNamed?: boolean;
}

/** An event's own text, when it happened, and a link to what it is about. */
export function EventText({ event, isNamed = false }: EventTextProps) {
  const t = useText(words);
  const now = useNow();
  return (
    <Card>
      <Stack>
        {isNamed && <h2>{event.name}</h2>}
        <Soft>{formatEventTime(event.createdAt, now, t)}</Soft>
        {event.content && <strong>{event.content}</strong>}
        {event.content2 && <Paragraphs text={event.content2} />}
        {LEADS_TO_RESULTS.has(event.type) && (
          <LinkButton variant="ghost" compact to={paths.profile.results(event.profileId)}>
            {t('event.results')}
          </LinkButton>
        )}
        {event.about?.type === 'care-plan' && (
          <LinkButton variant="ghost" compact to={paths.profile.carePlan(event.profileId, event.about.id)}>
            {t('event.carePlan')}
          </LinkButton>
        )}
        {event.about?.type === 'result' && (
          <LinkButton variant="ghost" compact to={paths.profile.result(event.profileId, event.about.id)}>
            {t('event.result')}
          </LinkButton>
        )}
        {event.requestId !== undefined && (
          <LinkButton variant="ghost" compact to={requestPaths.list(event.profileId)}>
            {t('event.reply')}
          </LinkButton>
        )}
      </Stack>
    </Card>
  );
}
