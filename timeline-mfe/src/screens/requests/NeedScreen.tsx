import BedDouble from 'lucide-react/icons/bed-double';
import Ellipsis from 'lucide-react/icons/ellipsis';
import GlassWater from 'lucide-react/icons/glass-water';
import Languages from 'lucide-react/icons/languages';
import Siren from 'lucide-react/icons/siren';
import Toilet from 'lucide-react/icons/toilet';
import Undo from 'lucide-react/icons/undo-2';
import Zap from 'lucide-react/icons/zap';
import type { CareRequest } from 'mock-api/contract';
import { useEffect, useRef, useState } from 'react';
import {
  ApiFailure,
  Button,
  EmptyState,
  LinkButton,
  LiveRegion,
  Note,
  PanelScreen,
  Stack,
  useProfile,
  useSubmit,
  useText,
  VisuallyHidden,
} from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { EmergencyNote, useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { FailureNote } from '../../components/SectionForm.tsx';
import { NeedDetails } from './NeedDetails.tsx';
import { isNeed, NEEDS, type Need, type NeedKind, type SentNeed, sendNeed, toSend, withdrawNeed } from './needs.ts';
import { RequestItem, statusOf, titleOf } from './RequestItem.tsx';
import { useRequests, words } from './useRequests.ts';

/** `/profile/:profileId/requests/need`: asks for water, help and the like, mostly at one tap, and shows who comes. */
export default function NeedScreen() {
  const t = useText(words);
  const { id, isOwn, firstName } = useProfile();
  const { requests, refusal } = useRequests(id);
  return (
    <PanelScreen title={isOwn ? t('need.title') : t('need.titleFor', { name: firstName })}>
      {refusal === null ? (
        <Stack $gap={16}>
          <EmergencyNote />
          <Needs profileId={id} requests={requests.filter(isNeed)} />
        </Stack>
      ) : (
        <EmptyState title={t('list.refused')} text={refusal} />
      )}
    </PanelScreen>
  );
}

/** These need no answer to a question: one tap sends them. */
const AT_ONE_TAP: readonly NeedKind[] = ['water', 'blanket'];

const isOpen = ({ status }: CareRequest) => status !== 'done';

/** How long a request that is done stays on this screen, in milliseconds. */
const SHOWN_WHEN_DONE = 3_600_000;

interface NeedsProps {
  profileId: number;
  /** What was asked for, newest first. */
  requests: readonly CareRequest[];
}

function Needs({ profileId, requests }: NeedsProps) {
  const t = useText(words);
  const now = useNow();
  const [chosen, setChosen] = useState<NeedKind | null>(null);
  /** Tile whose details were left. */
  const [left, setLeft] = useState<NeedKind | null>(null);
  /** What is being sent, or could not be sent. */
  const [unsent, setUnsent] = useState<SentNeed>();
  const [sent, setSent] = useState<CareRequest>();
  const { state, error, submit, reset } = useSubmit(async (need: SentNeed) => {
    setUnsent(need);
    setSent(undefined);
    setSent(await sendNeed(profileId, need));
    setUnsent(undefined);
    return true;
  });
  const send = (need: Need) => submit(toSend(need, unsent, requests));
  const sending = state === 'sending' ? unsent?.kind : undefined;
  // Its answer was lost.
  const arrived = state === 'failed' ? requests.find(({ id }) => id === unsent?.id) : undefined;
  const last = sent ?? arrived;
  const openOf = (kind: NeedKind) => requests.find((request) => request.kind === kind && isOpen(request));
  const already = chosen === null ? undefined : openOf(chosen);
  const choose = (kind: NeedKind) => {
    setSent(undefined);
    reset();
    if (AT_ONE_TAP.includes(kind) && !openOf(kind)) void send({ kind });
    else setChosen(kind);
  };
  const close = (kind: NeedKind | null) => {
    setLeft(kind);
    setChosen(null);
  };
  const shown = requests.filter(({ doneAt }) => doneAt === null || now - Date.parse(doneAt) < SHOWN_WHEN_DONE);
  const stateOf = (request: CareRequest) => `${titleOf(t, request)}: ${statusOf(t, request)}`;
  return (
    <>
      {state === 'failed' && unsent && !arrived && <NotSent error={error} onRetry={() => void submit(unsent)} />}
      {last && <Sent key={last.id} profileId={profileId} request={requests.find(({ id }) => id === last.id) ?? last} />}
      {chosen === null ? (
        <Tiles>
          {NEEDS.map((kind) => (
            <Tile
              key={kind}
              kind={kind}
              busy={sending === kind}
              disabled={sending !== undefined && sending !== kind}
              takesFocus={left === kind}
              onPress={() => choose(kind)}
            />
          ))}
        </Tiles>
      ) : (
        <NeedDetails
          kind={chosen}
          profileId={profileId}
          isSending={sending !== undefined}
          already={already && stateOf(already)}
          onSend={send}
          onDone={() => close(null)}
          onBack={() => close(chosen)}
        />
      )}
      {shown.length > 0 && (
        <Stack as="section">
          <h2>{t('need.mine')}</h2>
          <LiveRegion message={shown.map(stateOf).join('. ')} />
          <Stack as="ul">
            {shown.map((request) => (
              <li key={request.id}>
                <RequestItem
                  request={request}
                  action={
                    request.isYours &&
                    request.status === 'sent' &&
                    request.id !== last?.id && <TakeBack profileId={profileId} request={request} />
                  }
                />
              </li>
            ))}
          </Stack>
        </Stack>
      )}
      <LinkButton variant="plain" compact to={requestPaths.list(profileId)}>
        {t('list.mine')}
      </LinkButton>
    </>
  );
}

const Tiles = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
  gap: var(--space-3);

  button {
    flex-direction: column;
    block-size: 100%;
    min-block-size: 5.5rem;
    padding: var(--space-3);
    font-size: var(--text-m);
  }
  button > span {
    flex-direction: column;
    gap: var(--space-1);
  }
`;

const ICONS = {
  water: GlassWater,
  blanket: BedDouble,
  toilet: Toilet,
  pain: Zap,
  interpreter: Languages,
  other: Ellipsis,
} as const satisfies Record<NeedKind, unknown>;

interface TileProps {
  kind: NeedKind;
  busy: boolean;
  disabled: boolean;
  takesFocus: boolean;
  onPress(): void;
}

function Tile({ kind, busy, disabled, takesFocus, onPress }: TileProps) {
  const t = useText(words);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const Icon = ICONS[kind];
  return (
    <Button ref={button} variant="ghost" icon={<Icon />} busy={busy} disabled={disabled} onClick={onPress}>
      {t(`kind.${kind}`)}
    </Button>
  );
}

/** Takes the focus: what was sent, and how to take it back; of something urgent, to press the call button. */
function Sent({ profileId, request }: { profileId: number; request: CareRequest }) {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  const [isTakenBack, setIsTakenBack] = useState(false);
  useEffect(() => place.current?.focus(), []);
  const what = titleOf(t, request);
  return (
    <Focused ref={place} tabIndex={-1}>
      {request.urgency === 'urgent' && request.status !== 'done' && !isTakenBack && (
        <Note tone="error" live="alert" icon={<Siren />} title={t('need.urgent')}>
          <p>{t('need.urgentText')}</p>
        </Note>
      )}
      <Note tone="success" title={isTakenBack ? t('need.takenBack', { what }) : t('need.sent', { what })}>
        {!isTakenBack && request.status === 'sent' && (
          <TakeBack profileId={profileId} request={request} onDone={() => setIsTakenBack(true)} />
        )}
      </Note>
    </Focused>
  );
}

const Focused = styled.div`
  display: grid;
  gap: var(--space-3);
`;

interface TakeBackProps {
  profileId: number;
  request: CareRequest;
  onDone?(): void;
}

function TakeBack({ profileId, request, onDone }: TakeBackProps) {
  const t = useText(words);
  const { state, error, submit } = useSubmit(async () => {
    await withdrawNeed(profileId, request.id);
    onDone?.();
  });
  return (
    <>
      <Button variant="plain" compact icon={<Undo />} busy={state === 'sending'} onClick={() => void submit()}>
        <span>
          {t('need.undo')} <VisuallyHidden>{titleOf(t, request)}</VisuallyHidden>
        </span>
      </Button>
      {state === 'failed' && <Refusal error={error} />}
    </>
  );
}

/** The server's words, or what to do without them. */
function Refusal({ error }: { error: unknown }) {
  const t = useText(words);
  const refusal = error instanceof ApiFailure && error.kind === 'rejected' ? error.message : '';
  return <FailureNote>{refusal || t('need.failed')}</FailureNote>;
}

function NotSent({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useText(words);
  return (
    <Stack>
      <Refusal error={error} />
      <Button compact onClick={onRetry}>
        {t('need.retry')}
      </Button>
    </Stack>
  );
}
