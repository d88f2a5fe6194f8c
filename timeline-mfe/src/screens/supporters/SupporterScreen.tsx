import type { Supporter, SupporterPermissions } from 'mock-api/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  Avatar,
  Button,
  Card,
  EmptyState,
  FetchedContent,
  LinkButton,
  LiveRegion,
  loadSupporters,
  Note,
  PanelScreen,
  paths,
  runtimeConfig,
  Soft,
  Stack,
  setPermissions,
  useSubmit,
  useText,
} from 'shared-ui';
import { removeSupporter } from 'shared-ui/details';
import { Form, Formik, type FormikHelpers, useFormikContext, useUnsent, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { FailureNote } from '../../components/SectionForm.tsx';
import { words } from '../../screen-words.ts';
import { PERMISSIONS, PermissionSwitches, SharingPreview } from './Sharing.tsx';
import { RemovalButton, SupporterStatus, useSupporters } from './SupporterStatus.tsx';

const Person = styled(Card)`
  display: flex;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1;
    min-inline-size: 0;
  }
`;

/** A supporter: name, status, permissions, and their removal. */
export default function SupporterScreen() {
  const t = useText(words);
  const { supporterId } = useParams();
  const { profile, supporters, loading } = useSupporters();
  const [removed, setRemoved] = useState<Supporter>();
  const supporter = supporters.find(({ id }) => id === supporterId);
  return (
    <PanelScreen title={supporter?.name ?? removed?.name ?? t('supporter.title')}>
      <FetchedContent
        loading={loading}
        isEmpty={!supporter}
        failed={t('supporter.failed')}
        failedText={t('nothingLost')}
        retry={loadSupporters}
        empty={
          <Missing removed={removed}>
            <LinkButton to={paths.profile.supporters(profile.id)}>{t('supporter.all')}</LinkButton>
          </Missing>
        }
      >
        {supporter && <Details supporter={supporter} onRemoved={() => setRemoved(supporter)} />}
      </FetchedContent>
    </PanelScreen>
  );
}

/** Shown instead of a supporter who isn't in the list, or whom the user has just removed. */
function Missing({ removed, children }: { removed: Supporter | undefined; children: ReactNode }) {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (removed) place.current?.focus({ preventScroll: true });
  }, [removed]);
  const { name = '', status } = removed ?? {};
  const kind = status === 'PENDING' ? 'withdraw' : 'removal';
  const title = removed ? t(`supporter.${kind}.done`, { name }) : t('supporter.gone');
  return (
    <div ref={place} tabIndex={-1}>
      <LiveRegion message={removed ? title : ''} />
      <EmptyState title={title} text={removed ? t('supporter.again', { name }) : t('supporter.goneText')}>
        {children}
      </EmptyState>
    </div>
  );
}

function Details({ supporter, onRemoved }: { supporter: Supporter; onRemoved(): void }) {
  return (
    <Stack $gap={24}>
      <Person>
        <Avatar name={supporter.name} />
        <div>
          <SupporterStatus {...supporter} />
        </div>
      </Person>
      <Permissions key={supporter.id} supporter={supporter} />
      <RemoveSupporter supporter={supporter} onRemoved={onRemoved} />
    </Stack>
  );
}

/** Each permission is on or off. There are no messages, because a switch can't hold an invalid value. */
const PERMISSIONS_SCHEMA = yup.object(
  Object.fromEntries(PERMISSIONS.map((permission) => [permission, yup.boolean().required()])),
);

/** A supporter's five permissions and what they open, saved with the Update button. */
function Permissions({ supporter }: { supporter: Supporter }) {
  const t = useText(words);
  const title = useId();
  const { state, submit, reset } = useSubmit(async (chosen: SupporterPermissions) => {
    await setPermissions(supporter.id, chosen);
    return true;
  });
  const update = async (chosen: SupporterPermissions, { resetForm }: FormikHelpers<SupporterPermissions>) => {
    if (await submit(chosen)) resetForm({ values: chosen });
  };
  return (
    <Formik
      initialValues={supporter.permissions}
      // Follows changes made on another phone.
      enableReinitialize
      validationSchema={PERMISSIONS_SCHEMA}
      onSubmit={update}
    >
      {({ isSubmitting }) => (
        <Form noValidate>
          <Stack as="section" $gap={16} aria-labelledby={title}>
            <h2 id={title}>{t('supporter.permissions')}</h2>
            <KeepUnsent />
            <PermissionSwitches name={supporter.name} onChange={reset} />
            <SharingPreview name={supporter.name} isAccepted={supporter.status === 'ACCEPTED'} />
            {state === 'sent' && (
              <Note tone="success" live="status">
                {t('supporter.updated')}
              </Note>
            )}
            {state === 'failed' && <FailureNote>{t('supporter.notUpdated')}</FailureNote>}
            <Button type="submit" busy={isSubmitting}>
              {t('supporter.update')}
            </Button>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}

/** Marks changed permissions as unsent input. */
function KeepUnsent() {
  useUnsent(useFormikContext().dirty);
  return null;
}

/** The demo's own supporter, whom no one has invited, can't be removed (docs/product-rules.md#supporters). */
const isOfDemo = ({ status, acceptedAt }: Supporter) =>
  runtimeConfig().demo && status === 'ACCEPTED' && acceptedAt === undefined;

interface RemoveSupporterProps {
  supporter: Supporter;
  onRemoved(): void;
}

/** Removes a supporter or withdraws an invitation. */
function RemoveSupporter({ supporter, onRemoved }: RemoveSupporterProps) {
  const t = useText(words);
  const { id, name, status } = supporter;
  const kind = status === 'PENDING' ? 'withdraw' : 'removal';
  const isInert = isOfDemo(supporter);
  const remove = async () => {
    await removeSupporter(id);
    onRemoved();
  };
  return (
    <Stack>
      <RemovalButton
        label={t(`supporter.${kind}.press`)}
        title={t(`supporter.${kind}.title`, { name })}
        text={t(`supporter.${kind}.text`, { name })}
        confirmLabel={t(`supporter.${kind}.confirm`, { name })}
        cancelLabel={t('supporter.keep')}
        failed={t(`supporter.${kind}.failed`, { name })}
        isInert={isInert}
        remove={remove}
      />
      {isInert && <Soft>{t('supporter.demoRemoveText')}</Soft>}
    </Stack>
  );
}
