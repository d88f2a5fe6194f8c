import NotebookPen from 'lucide-react/icons/notebook-pen';
import type { SignUp } from 'mock-api/contract';
import { Navigate } from 'react-router-dom';
import { call, callForFile, EmptyState, formatDate, runtimeConfig, Stack, staffPaths, useText } from 'shared-ui';
import { useRoles } from '../../access/roles.ts';
import { pageQuery } from '../../api/page.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { EntryRow } from '../../components/table/Table.tsx';
import { useFileButton } from '../../components/useFileButton.tsx';
import { words } from '../../words.ts';

/** Fetches a page of the people who signed up out of interest, newest first. */
const fetchSignUps = (after?: string) => call<SignUp[]>('get', `v1/desk/sign-ups${pageQuery({}, after)}`);

const fetchSignUpsFile = () => callForFile('v1/desk/sign-ups.csv', 'text/csv');

const drawSignUp = (signUp: SignUp) => <SignUpRow signUp={signUp} />;

/** `/desk/sign-ups`: people who are interested in the demo's product. A hospital has none: the path leads to the desk. */
export default function SignUpsScreen() {
  return runtimeConfig().demo ? <SignUps /> : <Navigate to={staffPaths.desk} replace />;
}

/** All sign-ups, with an export of them. */
function SignUps() {
  const t = useText(words);
  const pages = usePages(fetchSignUps, []);
  const save = useFileButton(t('signUps.save'), fetchSignUpsFile, 'sign-ups.csv');
  const has = useRoles();
  return (
    <DeskPage title={t('nav.signUps')} tools={has('privacy') && save.button}>
      <Stack $gap={16}>
        {save.failure}
        <PagedList
          pages={pages}
          label={t('nav.signUps')}
          columns={[
            t('signUps.name'),
            t('signUps.email'),
            t('signUps.city'),
            t('signUps.optIn'),
            t('signUps.createdAt'),
          ]}
          failed={t('signUps.failed')}
          empty={<EmptyState icon={<NotebookPen />} title={t('signUps.empty')} text={t('signUps.emptyText')} />}
        >
          {drawSignUp}
        </PagedList>
      </Stack>
    </DeskPage>
  );
}

function SignUpRow({ signUp: { name, email, city, optIn, createdAt } }: { signUp: SignUp }) {
  const t = useText(words);
  return (
    <EntryRow>
      <th scope="row">{name}</th>
      <td>{email}</td>
      <td>{city ?? '–'}</td>
      <td data-short>{optIn ? t('signUps.wantsUpdates') : t('signUps.noUpdates')}</td>
      <td data-short>{formatDate(createdAt)}</td>
    </EntryRow>
  );
}
