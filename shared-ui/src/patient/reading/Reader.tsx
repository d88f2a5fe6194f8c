import Stop from 'lucide-react/icons/square';
import Voice from 'lucide-react/icons/volume-2';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LANGUAGES } from '../../contract/languages/languages.ts';
import { defineCatalogue, useLanguage, useText } from '../../platform/i18n/i18n.ts';
import { Button } from '../../ui/components/Button.tsx';
import en from './locales/en.json';
import { type Passage, passagesIn, voiceFor } from './passages.ts';

const words = defineCatalogue('shared-ui/patient/reading', en, (tag) => import(`./locales/${tag}.json`));

/** Undefined in browsers that can't speak. */
const speech = () => globalThis.speechSynthesis as SpeechSynthesis | undefined;

/** Name of the highlight in the style sheet (`tokens.css`). */
const HIGHLIGHT = 'read-to-me';

let voices: readonly SpeechSynthesisVoice[] = [];

/** Returns the same list until the voices change. */
function currentVoices(): readonly SpeechSynthesisVoice[] {
  const now = speech()?.getVoices() ?? [];
  if (now.map(({ voiceURI }) => voiceURI).join() !== voices.map(({ voiceURI }) => voiceURI).join()) voices = now;
  return voices;
}

/** Browsers know their voices only some time after they were first asked. */
function onVoices(tell: () => void): () => void {
  speech()?.addEventListener('voiceschanged', tell);
  return () => speech()?.removeEventListener('voiceschanged', tell);
}

const voiceOf = (passage: Passage, reader: string) => voiceFor(passage.lang || reader, voices);

function mark(passage: Passage | undefined): void {
  if (!('highlights' in CSS)) return;
  if (passage) CSS.highlights.set(HIGHLIGHT, new Highlight(passage.range));
  else CSS.highlights.delete(HIGHLIGHT);
}

/**
 * Reads sentence after sentence, each with a voice of its language, and marks it; leaves out those without a voice. A
 * long text in one piece would be cut off by some browsers.
 * @returns a function that stops
 */
function readAloud(passages: readonly Passage[], lang: string, onEnd: (hasFailed: boolean) => void): () => void {
  let isOver = false;
  const end = (hasFailed: boolean) => {
    if (isOver) return;
    isOver = true;
    mark(undefined);
    onEnd(hasFailed);
  };
  const readFrom = (index: number) => {
    const passage = passages[index];
    if (!passage) return end(false);
    const voice = voiceOf(passage, lang);
    if (!voice) return readFrom(index + 1);
    const said = new SpeechSynthesisUtterance(passage.text);
    said.voice = voice;
    said.lang = voice.lang;
    said.onend = () => !isOver && readFrom(index + 1);
    said.onerror = ({ error }) => end(error !== 'canceled' && error !== 'interrupted');
    mark(passage);
    passage.range.startContainer.parentElement?.scrollIntoView?.({ block: 'nearest' });
    speech()?.speak(said);
  };
  speech()?.cancel();
  readFrom(0);
  return () => {
    end(false);
    speech()?.cancel();
  };
}

/** The button; see ReadToMe. */
export default function Reader() {
  const lang = LANGUAGES[useLanguage()].tag;
  const known = useSyncExternalStore(onVoices, currentVoices);
  return voiceFor(lang, known) && <ReadButton key={lang} lang={lang} />;
}

function ReadButton({ lang }: { lang: string }) {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(undefined);
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<'failed' | 'partly'>();
  useEffect(() => () => stop.current?.(), []);
  const start = () => {
    const root = place.current?.parentElement;
    if (!root) return;
    const passages = passagesIn(root).filter(({ range }) => !place.current?.contains(range.startContainer));
    setIsReading(true);
    setProblem(passages.some((passage) => !voiceOf(passage, lang)) ? 'partly' : undefined);
    stop.current = readAloud(passages, lang, (hasFailed) => {
      setIsReading(false);
      if (hasFailed) setProblem('failed');
    });
  };
  return (
    <div ref={place}>
      <Button
        variant="ghost"
        compact
        icon={isReading ? <Stop /> : <Voice />}
        onClick={isReading ? () => stop.current?.() : start}
      >
        {isReading ? t('stop') : t('read')}
      </Button>
      <p role="status">{problem && t(problem)}</p>
    </div>
  );
}
