import Languages from 'lucide-react/icons/languages';
import type { DeskLanguage, DeskText } from 'mock-api/contract';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, FetchedContent, useLoad, useText } from 'shared-ui';
import { LANGUAGES } from 'shared-ui/contract/languages';
import { fetchLanguages, LANGUAGES_PATH } from '../../api/languages.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { ColumnHeadings, EntryRow, Table, useFocusOnArrival } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';
import { languageTitle } from './language-title.ts';
import { StateMark } from './StateMark.tsx';

const STATES = ['signed', 'unsigned', 'changed'] as const satisfies readonly DeskText['state'][];

/** `/desk/languages`: translations of the product, and how many of their critical texts are signed. */
export default function LanguagesScreen() {
  const t = useText(words);
  const { state, value, retry } = useLoad(fetchLanguages, []);
  return (
    <DeskPage title={t('languages.title')} intro={t('languages.intro')}>
      <FetchedContent
        loading={state}
        isEmpty={!value?.length}
        failed={t('languages.failed')}
        failedText={t('list.nothingLost')}
        retry={retry}
        empty={<EmptyState icon={<Languages />} title={t('languages.empty')} text={t('languages.emptyText')} />}
      >
        {value && <LanguageTable languages={value} />}
      </FetchedContent>
    </DeskPage>
  );
}

function LanguageTable({ languages }: { languages: readonly DeskLanguage[] }) {
  const t = useText(words);
  const table = useRef<HTMLTableElement>(null);
  useFocusOnArrival(table);
  return (
    <Table ref={table} aria-label={t('languages.title')}>
      <ColumnHeadings columns={[t('languages.language'), ...STATES.map((state) => t(`languages.states.${state}`))]} />
      {languages.map(({ language, ...counts }) => (
        <tbody key={language}>
          <EntryRow>
            <th scope="row">
              <Link to={`${LANGUAGES_PATH}/${language}`}>{languageTitle(language)}</Link>{' '}
              <span>
                <bdi lang={LANGUAGES[language].tag}>{LANGUAGES[language].name}</bdi>
              </span>
            </th>
            {STATES.map((state) => (
              <td key={state} data-short>
                <StateMark state={state}>{t(`languages.count.${state}`, { count: counts[state] })}</StateMark>
              </td>
            ))}
          </EntryRow>
        </tbody>
      ))}
    </Table>
  );
}
