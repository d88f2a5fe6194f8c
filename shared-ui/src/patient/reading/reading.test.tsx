import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { passagesIn, voiceFor } from './passages.ts';
import Reader from './Reader.tsx';

const voice = (lang: string, localService = true) =>
  ({ lang, localService, name: lang, default: false, voiceURI: lang }) as SpeechSynthesisVoice;

function elementOf(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.replaceChildren(root);
  return root;
}

test.each([
  ['sentences, each with its place', '<p>Drink water. Rest well!</p>', ['Drink water.', 'Rest well!']],
  ['figures in one piece', '<p><span>4.2</span> <span>mmol/L</span></p>', ['4.2 mmol/L']],
  [
    'words that can be explained',
    '<p>Your <button aria-expanded="false">femur</button> heals.</p>',
    ['Your femur heals.'],
  ],
  ['no buttons and drawings', '<p>Yes.</p><button>Close</button><svg><text>12</text></svg>', ['Yes.']],
  [
    'nothing that is hidden',
    '<p style="display: none"><b>No.</b></p><p aria-hidden="true">No.</p><p>Yes.</p>',
    ['Yes.'],
  ],
  ['no signs alone', '<p>—</p>', []],
])('passagesIn finds %s', (_, html, texts) => {
  const passages = passagesIn(elementOf(html));
  expect(passages.map(({ text }) => text)).toEqual(texts);
  expect(passages.map(({ range }) => String(range))).toEqual(texts);
});

test('passagesIn keeps the language of each part', () => {
  const root = elementOf('<div lang="fr-CA"><p>Le rapport dit : <span lang="en">No fracture.</span></p></div>');
  expect(passagesIn(root).map(({ lang, text }) => [lang, text])).toEqual([
    ['fr-CA', 'Le rapport dit :'],
    ['en', 'No fracture.'],
  ]);
});

test.each([
  ['fr-CA', ['en-US', 'fr-FR', 'fr-CA'], 'fr-CA'],
  ['fr-CA', ['en-US', 'fr-FR'], 'fr-FR'],
  ['zh-Hant', ['zh-CN', 'zh-TW'], 'zh-TW'],
  ['zh-Hans', ['zh_CN', 'zh-HK'], 'zh_CN'],
  ['tl', ['fil-PH'], 'fil-PH'],
  ['ar', ['en-US'], undefined],
])('voiceFor %s among %j is %s', (lang, languages, expected) => {
  expect(
    voiceFor(
      lang,
      languages.map((tag) => voice(tag)),
    )?.lang,
  ).toBe(expected);
});

test('voiceFor leaves out voices that send the text to a server', () => {
  expect(voiceFor('en-CA', [voice('en-US', false)])).toBeUndefined();
});

describe('Read to me', () => {
  const said: SpeechSynthesisUtterance[] = [];
  let voices: SpeechSynthesisVoice[];
  let tell: () => void;
  const marked = () => [...(CSS.highlights.get('read-to-me') ?? [])].map(String);

  beforeEach(() => {
    said.length = 0;
    voices = [voice('en-CA')];
    const highlights = new Map<string, ReadonlySet<Range>>();
    Object.assign(globalThis, {
      CSS: { highlights },
      Highlight: class extends Set<Range> {
        constructor(...ranges: Range[]) {
          super(ranges);
        }
      },
      SpeechSynthesisUtterance: function Utterance(this: { text: string }, text: string) {
        this.text = text;
      },
      speechSynthesis: {
        getVoices: () => voices,
        speak: (utterance: SpeechSynthesisUtterance) => said.push(utterance),
        cancel: () => said.at(-1)?.onerror?.({ error: 'canceled' } as SpeechSynthesisErrorEvent),
        addEventListener: (_: string, listener: () => void) => {
          tell = listener;
        },
        removeEventListener: () => undefined,
      },
    });
  });

  const show = (lang = 'en-CA') =>
    render(
      <div lang="en-CA">
        <Reader />
        <p>Drink water. Rest well.</p>
        <p lang={lang}>Appelez-nous.</p>
      </div>,
    );
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const finish = () => act(async () => said.at(-1)?.onend?.({} as SpeechSynthesisEvent));

  it('reads sentence after sentence and marks the one that it reads', async () => {
    show();
    await press('Read to me');
    expect(said.map(({ text }) => text)).toEqual(['Drink water.']);
    expect(marked()).toEqual(['Drink water.']);
    await finish();
    expect(marked()).toEqual(['Rest well.']);
    await finish();
    await finish();
    expect(said.map(({ text }) => text)).toEqual(['Drink water.', 'Rest well.', 'Appelez-nous.']);
    expect(marked()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Read to me' })).toBeVisible();
  });

  it('stops when asked, and when the text is left', async () => {
    const { unmount } = show();
    await press('Read to me');
    await press('Stop reading');
    expect(marked()).toEqual([]);
    await press('Read to me');
    unmount();
    expect([said.length, marked()]).toEqual([2, []]);
  });

  it('says that it leaves out words without a voice', async () => {
    show('fr-CA');
    await press('Read to me');
    expect(screen.getByRole('status')).toHaveTextContent(/another language/);
    await finish();
    await finish();
    expect(said.map(({ text }) => text)).toEqual(['Drink water.', 'Rest well.']);
  });

  it('says so when the phone fails', async () => {
    show();
    await press('Read to me');
    await act(async () => said.at(-1)?.onerror?.({ error: 'synthesis-failed' } as SpeechSynthesisErrorEvent));
    expect(screen.getByRole('status')).toHaveTextContent(/can’t read aloud right now/);
  });

  it('appears once the browser knows a voice of the language', async () => {
    voices = [voice('fr-CA')];
    show();
    expect(screen.queryByRole('button')).toBeNull();
    voices = [voice('en-US')];
    act(() => tell());
    expect(screen.getByRole('button', { name: 'Read to me' })).toBeVisible();
  });
});
