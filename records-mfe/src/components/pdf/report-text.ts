import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Part of a document in reading order. A table row has its heading as `term`. */
export type Block =
  | { kind: 'heading' | 'paragraph' | 'figure'; text: string }
  | { kind: 'row'; term: string; text: string };

type Content = Pick<Awaited<ReturnType<PDFPageProxy['getTextContent']>>, 'items'>;

/** A node of a PDF's structure tree, limited to the fields in use. */
interface StructureNode {
  role?: string;
  alt?: string;
  /** In a leaf, with `id`: the marked content that it refers to. */
  type?: string;
  id?: string;
  children?: StructureNode[];
}

/** Returns the text of each piece of marked content by id. */
function markedText({ items }: Content): Map<string, string> {
  const texts = new Map<string, string>();
  const open: (string | undefined)[] = [];
  for (const item of items) {
    if ('str' in item) {
      const id = open.findLast((candidate) => candidate !== undefined);
      if (id !== undefined) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push(item.id ?? undefined);
  }
  return texts;
}

const HEADING = /^H\d?$/;
const PARAGRAPH = /^(P|LI|Caption)$/;

/** Returns a page's blocks in reading order, from its structure tree (ISO 32000, section 14.7) and its text. */
export function blocksOf(tree: StructureNode | null, content: Content): Block[] {
  const texts = markedText(content);
  const textOf = (node: StructureNode): string =>
    (node.id ? (texts.get(node.id) ?? '') : (node.children ?? []).map(textOf).join(' ')).replace(/\s+/g, ' ').trim();
  const visit = (node: StructureNode): Block[] => {
    const { role = '', alt, children = [] } = node;
    if (alt) return [{ kind: 'figure', text: alt }];
    if (HEADING.test(role)) return [{ kind: 'heading', text: textOf(node) }];
    if (PARAGRAPH.test(role)) return [{ kind: 'paragraph', text: textOf(node) }];
    if (role === 'TR') {
      const [term = '', ...values] = children.map(textOf);
      return [{ kind: 'row', term, text: values.join(' ') }];
    }
    if (children.some(({ role: inner }) => inner !== undefined)) return children.flatMap(visit);
    return [{ kind: 'paragraph', text: textOf(node) }];
  };
  return tree ? visit(tree).filter((block) => block.text !== '') : [];
}

/** Returns the blocks of one page of an open document. */
export async function readPage(page: PDFPageProxy): Promise<Block[]> {
  const [tree, content] = await Promise.all([
    page.getStructTree(),
    page.getTextContent({ includeMarkedContent: true }),
  ]);
  return blocksOf(tree as StructureNode | null, content);
}
