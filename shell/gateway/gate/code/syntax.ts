import { reasonOf } from '../../plain-error.ts';

/** A node of the syntax tree, as swc writes it. */
export interface Node {
  type: string;
  [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes right below one; what only carries others, such as the arguments of a call, is passed through. */
export function childrenOf(node: object): Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    if (isNode(value)) children.push(value);
    else if (typeof value === 'object' && value !== null) children.push(...childrenOf(value));
  }
  return children;
}

/** A node and everything below it. */
export function below(node: Node): Node[] {
  const all = [node];
  // The list grows while it is walked.
  for (const one of all) for (const child of childrenOf(one)) all.push(child);
  return all;
}

/** The node without the parentheses round it. */
export function bare(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  return node.type === 'ParenthesisExpression' ? bare(node.expression) : node;
}

/** The text of a literal or an identifier. */
export const textOf = (node: Node): string => String(node.value);

/** A text or a number. */
interface Literal extends Node {
  type: 'StringLiteral' | 'NumericLiteral';
}

export const isLiteral = (node: Node | undefined): node is Literal =>
  node?.type === 'StringLiteral' || node?.type === 'NumericLiteral';

/** The name of a property, in a member or in an object; undefined where it is computed. */
export function nameOfProperty(property: unknown): string | undefined {
  const node = bare(property);
  if (node === undefined) return undefined;
  if (node.type === 'Identifier' || isLiteral(node)) return textOf(node);
  const computed = node.type === 'Computed' ? bare(node.expression) : undefined;
  return computed?.type === 'StringLiteral' ? textOf(computed) : undefined;
}

/** The expressions that a call is given. */
export const argumentsOf = (call: Node): Node[] =>
  (call.arguments as { expression: unknown }[]).flatMap(({ expression }) => bare(expression) ?? []);

/** A script that can't be read, and why. */
export class SyntaxFault extends Error {
  override readonly name = 'SyntaxFault';
}

/** The parser's words without its drawing: what is wrong, and where. */
function shortened(words: string): string {
  const [, what = 'it is not JavaScript'] = /^\s*x (.+)$/m.exec(words) ?? [];
  const [, line] = /^\s*(\d+) \|/m.exec(words) ?? [];
  return line === undefined ? what : `${what}, near line ${line}`;
}

const OPTIONS = { syntax: 'ecmascript', target: 'es2022' } as const;

/** Reads a script or a module. Throws SyntaxFault where it is neither. */
export async function parseCode(path: string, code: string): Promise<Node> {
  const { parseSync } = await import('@swc/core');
  const kinds = path.endsWith('.mjs') ? [true] : [false, true];
  let words = '';
  for (const isModule of kinds) {
    try {
      const program = isModule ? parseSync(code, OPTIONS) : parseSync(code, { ...OPTIONS, isModule });
      return program as unknown as Node;
    } catch (thrown) {
      words ||= reasonOf(thrown);
    }
  }
  throw new SyntaxFault(shortened(words));
}
