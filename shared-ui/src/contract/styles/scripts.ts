import { type ChildNode, CssSyntaxError, parse, type Root } from 'postcss';
import { selectorsOf } from './selectors.ts';
import { UNKNOWN } from './sheet.ts';

export interface ScriptStyles {
  css: string;
  /** `page`: a stylesheet for the whole page; `component`: rules that a library confines to one component's class. */
  of: 'page' | 'component';
}

interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns a template's text; an expression that is a whole declaration, such as a mixin, is left out. */
function textOf(template: Node): string {
  const [first = '', ...rest] = (template.quasis as { cooked?: string; raw: string }[]).map(
    ({ cooked, raw }) => cooked ?? raw,
  );
  return rest.reduce((text, part) => {
    const isDeclaration = /(^|[{};])\s*$/.test(text) && /^\s*([;}]|$)/.test(part);
    return text + (isDeclaration ? '' : UNKNOWN) + part;
  }, first);
}

/** Returns the last name of a template's tag: `createGlobalStyle` of `(0, styled.createGlobalStyle)`. */
function nameOfTag(tag: unknown): string {
  if (!isNode(tag)) return '';
  if (tag.type === 'Identifier') return String(tag.value);
  if (tag.type === 'MemberExpression') return nameOfTag(tag.property);
  if (tag.type === 'ParenthesisExpression') return nameOfTag(tag.expression);
  return tag.type === 'SequenceExpression' ? nameOfTag((tag.expressions as unknown[]).at(-1)) : '';
}

const GLOBAL_TAGS = new Set(['createGlobalStyle', 'injectGlobal']);

/** First words of the properties in almost every stylesheet. */
const PROPERTY =
  /^(--|all$|align|animation|appearance|background|border|bottom|box|color|content|cursor|display|fill|filter|flex|float|font|gap|grid|height|inset|justify|left|letter|line|list|margin|max|min|opacity|outline|overflow|padding|pointer|position|right|text|top|transform|transition|user|vertical|visibility|white|width|word|z-index)/;

const TAGS = new Set(
  'a abbr address article aside audio b blockquote body br button canvas caption circle code col dd del details dialog div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li line link main mark menu nav ol optgroup option output p path picture pre progress rect s section select small source span strong sub summary sup svg table tbody td text textarea tfoot th thead time tr u ul use var video'.split(
    ' ',
  ),
);
const AT_RULES = /^(media|supports|layer|scope|container|font-face|import|property|(-webkit-)?keyframes|charset|page)$/;

/** Returns whether a selector could be one of a page's stylesheet, rather than a part of other text. */
function hasPlausibleSelector(selector: string): boolean {
  try {
    const tags: string[] = [];
    for (const one of selectorsOf(selector)) one.walkTags(({ value }) => void tags.push(value.toLowerCase()));
    return tags.every((tag) => TAGS.has(tag));
  } catch {
    return false;
  }
}

/** Matches texts that may be a stylesheet, to parse only few. */
const LIKELY = /^\s*(\/\*|[a-z.#:*@[])[^{]*\{[^{}]*[:{]|^\s*@import\s+(url\(|['"])/i;

/** Returns whether a node at the top of a text is one of a page's stylesheet. */
function isPlausible(node: ChildNode): boolean {
  if (node.type === 'rule') return hasPlausibleSelector(node.selector);
  return node.type === 'comment' || (node.type === 'atrule' && AT_RULES.test(node.name));
}

function hasKnownProperty(sheet: Root): boolean {
  let isFound = false;
  sheet.walkDecls(({ prop }) => {
    isFound ||= PROPERTY.test(prop);
  });
  return isFound || sheet.nodes.some((node) => node.type === 'atrule' && node.name === 'import');
}

/** Returns whether a text is a stylesheet for the page. One with `:host` is for a shadow root, where it stays. */
function isStylesheet(text: string): boolean {
  if (!LIKELY.test(text) || text.includes(':host')) return false;
  try {
    const sheet = parse(text);
    return sheet.nodes.every(isPlausible) && hasKnownProperty(sheet);
  } catch (thrown) {
    if (thrown instanceof CssSyntaxError) return false;
    throw thrown;
  }
}

/** Adds the children of a node of the tree to a list; objects that only hold other nodes are passed through. */
function addChildren(node: object, nodes: Node[]): void {
  for (const value of Object.values(node)) {
    if (isNode(value)) nodes.push(value);
    // Each node's place in the text is an object as well.
    else if (typeof value === 'object' && value !== null && !('start' in value)) addChildren(value, nodes);
  }
}

/** Returns the styles in a tagged template, or in a text that is a stylesheet. */
function stylesOf(node: Node): ScriptStyles | undefined {
  if (node.type === 'TaggedTemplateExpression') {
    return { css: textOf(node.template as Node), of: GLOBAL_TAGS.has(nameOfTag(node.tag)) ? 'page' : 'component' };
  }
  const text = node.type === 'StringLiteral' ? String(node.value) : node.type === 'TemplateLiteral' ? textOf(node) : '';
  return isStylesheet(text) ? { css: text, of: 'page' } : undefined;
}

/**
 * Yields the styles in a parsed script (a tree of swc): what `createGlobalStyle` gets, and every text that is a
 * stylesheet. Texts put together at run time are not among them.
 */
export function* stylesInScript(program: object): Generator<ScriptStyles> {
  const nodes: Node[] = [];
  addChildren(program, nodes);
  for (const node of nodes) {
    const styles = stylesOf(node);
    if (styles) yield styles;
    if (node.type !== 'TaggedTemplateExpression') {
      addChildren(node, nodes);
      continue;
    }
    const { template, ...rest } = node;
    addChildren(rest, nodes);
    if (isNode(template)) addChildren(template.expressions as object, nodes);
  }
}
