import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import type { DeskText } from 'mock-api/contract';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { EmptyState, FetchedContent, LinkButton, Row, Soft, Stack, useLoad, useLocale, useText } from 'shared-ui';
import { isLanguage, type Language } from 'shared-ui/contract/languages';
import { SelectField } from 'shared-ui/forms';
import { fetchReviewFile, fetchTexts, LANGUAGES_PATH } from '../../api/languages.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { useToast } from '../../components/feedback.tsx';
import { Entries } from '../../components/paging/Entries.tsx';
import { ListFilters } from '../../components/paging/PagedList.tsx';
import { useFileButton } from '../../components/useFileButton.tsx';
import { words } from '../../words.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { languageTitle } from './language-title.ts';
import { TextEntry } from './TextEntry.tsx';

/** `/desk/languages/:tag`: the critical texts of a language, screen by screen, to sign or to correct. */
export default function LanguageScreen() {
  const { tag } = useParams();
  return isLanguage(tag) ? <Review key={tag} language={tag} /> : <Navigate to={LANGUAGES_PATH} replace />;
}

/** Fetches the texts of a language. `replace` takes over one that has been signed. */
function useTexts(language: Language) {
  const locale = useLocale();
  const { state, value, retry } = useLoad(() => fetchTexts(language), [locale, language]);
  const [fetched, setFetched] = useState<DeskText[]>();
  const [texts, setTexts] = useState<DeskText[]>([]);
  if (value && value !== fetched) {
    setFetched(value);
    setTexts(value);
  }
  const replace = useCallback(
    (signed: DeskText) => setTexts((before) => before.map((text) => (text.id === signed.id ? signed : text))),
    [],
  );
  return { state, texts, retry, replace };
}

function Review({ language }: { language: Language }) {
  const t = useText(words);
  const { state, texts, retry, replace } = useTexts(language);
  const save = useFileButton(t('languages.save'), () => fetchReviewFile(language), `review.${language}.json`);
  const page = useRef<DeskPageHandle>(null);
  const { showToast, toast } = useToast();
  const tools = (
    <Row>
      <LinkButton variant="ghost" compact icon={<ArrowLeft />} to={LANGUAGES_PATH}>
        {t('languages.back')}
      </LinkButton>
      {save.button}
    </Row>
  );
  const onSigned = useCallback(
    (signed: DeskText) => {
      replace(signed);
      showToast(t('languages.nowSigned'));
    },
    [replace, showToast, t],
  );
  return (
    <DeskPage ref={page} title={languageTitle(language)} intro={t('languages.textsIntro')} tools={tools}>
      <Stack $gap={16}>
        {save.failure}
        <FetchedContent
          loading={state}
          isEmpty={texts.length === 0}
          failed={t('languages.textsFailed')}
          failedText={t('list.nothingLost')}
          retry={retry}
          empty={<EmptyState icon={<CircleCheckBig />} title={t('languages.empty')} text={t('languages.emptyText')} />}
        >
          <Texts language={language} texts={texts} page={page} onSigned={onSigned} />
        </FetchedContent>
      </Stack>
      {toast}
    </DeskPage>
  );
}

/** Focuses the button that signs the next text, since that of a signed text is removed; else the heading. */
function focusNextSign(page: DeskPageHandle | null, { id }: DeskText): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-sign]')];
  const place = buttons.findIndex(({ dataset }) => dataset.sign === id);
  const next = buttons[place + 1] ?? buttons[place - 1];
  if (next) next.focus();
  else page?.focusHeading();
}

const catalogueOf = ({ id }: DeskText) => id.slice(0, id.indexOf(':'));
const isOpen = ({ state }: DeskText) => state !== 'signed';

function groupByScreen(texts: readonly DeskText[]): ReadonlyMap<string, DeskText[]> {
  const screens = new Map<string, DeskText[]>();
  for (const text of texts) screens.set(catalogueOf(text), [...(screens.get(catalogueOf(text)) ?? []), text]);
  return screens;
}

const SHOWN = ['open', 'signed'] as const;

interface TextsProps {
  language: Language;
  texts: readonly DeskText[];
  page: RefObject<DeskPageHandle | null>;
  onSigned(signed: DeskText): void;
}

/** The texts of one screen. The first one with texts to sign is chosen until someone chooses another. */
function Texts({ language, texts, page, onSigned }: TextsProps) {
  const t = useText(words);
  const [chosen, setChosen] = useState<string>();
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('open');
  // The text stays in the list once it is signed: the focus returns to its button.
  const [corrected, setCorrected] = useState<DeskText>();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const onSignedHere = useCallback(
    (signed: DeskText) => {
      focusNextSign(page.current, signed);
      onSigned(signed);
    },
    [page, onSigned],
  );
  const screens = groupByScreen(texts);
  const first = texts.find(isOpen) ?? texts[0];
  const current = chosen ?? (first ? catalogueOf(first) : '');
  const listed = (screens.get(current) ?? []).filter(
    (text) => isOpen(text) === (shown === 'open') || text.id === corrected?.id,
  );
  const none = shown === 'open' && !texts.some(isOpen) ? 'done' : shown;
  const correct = useCallback((text: DeskText) => {
    setChosen(catalogueOf(text));
    setCorrected(text);
    setIsCorrecting(true);
  }, []);
  const draw = useCallback(
    (text: DeskText) => <TextEntry text={text} language={language} onSigned={onSignedHere} onCorrect={correct} />,
    [language, onSignedHere, correct],
  );
  const options = [...screens].map(([value, ofScreen]) => ({
    value,
    label: t('languages.option', { place: ofScreen[0]?.place ?? value, count: ofScreen.filter(isOpen).length }),
  }));
  return (
    <Stack $gap={16}>
      <ListFilters>
        <Stack>
          <SelectField label={t('languages.screen')} value={current} onChange={setChosen} options={options} />
          <SelectField
            label={t('languages.show')}
            value={shown}
            onChange={(value) => setShown(SHOWN.find((known) => known === value) ?? 'open')}
            options={SHOWN.map((value) => ({ value, label: t(`languages.shown.${value}`) }))}
          />
        </Stack>
      </ListFilters>
      {listed.length === 0 ? (
        <EmptyState
          icon={<CircleCheckBig />}
          title={t(`languages.none.${none}`)}
          text={t(`languages.noneText.${none}`)}
        />
      ) : (
        <>
          <div>
            <h2 lang="en">{screens.get(current)?.[0]?.place}</h2>
            <Soft>{t('languages.framed')}</Soft>
          </div>
          <Entries
            key={`${current} ${shown}`}
            items={listed}
            isWhole
            label={t(`languages.shown.${shown}`)}
            isBusy={false}
            draw={draw}
            added={undefined}
            place={null}
          />
        </>
      )}
      {corrected && (
        <CorrectionDialog
          open={isCorrecting}
          text={corrected}
          language={language}
          onClose={() => setIsCorrecting(false)}
          onSigned={(signed) => {
            setIsCorrecting(false);
            onSigned(signed);
          }}
        />
      )}
    </Stack>
  );
}
