import { blocksOf } from './report-text.ts';

const leaf = (id: string) => ({ type: 'content', id });
const node = (role: string, ...children: object[]) => ({ role, children });
const marked = (id: string, ...texts: string[]) => [
  { type: 'beginMarkedContentProps', id, tag: 'P' },
  ...texts.map((str) => ({ str, dir: 'ltr', transform: [], width: 1, height: 1, fontName: 'f', hasEOL: true })),
  { type: 'endMarkedContent', id: '', tag: '' },
];

test('blocksOf reads headings, rows, multi-line paragraphs and picture descriptions from the structure', () => {
  const tree = node(
    'Root',
    node('NonStruct', leaf('empty'), node('H1', node('NonStruct', leaf('title')))),
    node('Table', leaf('rules'), node('TR', node('TH', leaf('term')), node('TD', leaf('value')))),
    node('P', leaf('first'), leaf('second')),
    { ...node('Figure', leaf('picture')), alt: 'Three slices' },
  );
  const items = [
    ...marked('empty'),
    ...marked('second', 'went on.'),
    ...marked('title', 'Report'),
    ...marked('term', 'Read by'),
    ...marked('value', 'Dr. Raman'),
    ...marked('first', 'It began', 'and'),
    ...marked('picture'),
  ];
  expect(blocksOf(tree, { items })).toEqual([
    { kind: 'heading', text: 'Report' },
    { kind: 'row', term: 'Read by', text: 'Dr. Raman' },
    { kind: 'paragraph', text: 'It began and went on.' },
    { kind: 'figure', text: 'Three slices' },
  ]);
});

test('blocksOf returns nothing for a page without a structure', () => {
  expect(blocksOf(null, { items: marked('a', 'Lost') })).toEqual([]);
});
