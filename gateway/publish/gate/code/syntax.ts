import { reasonOf } from 'server-kit/plain-error';

/** A node of the syntax tree, in swc's format. */
export interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns a node's children; objects that only hold other nodes, such as a call's arguments, are passed through. */
export function childrenOf(node: object): Node[] {
  const children: Node[] = [];
  addChildren(node, children);
  return children;
}

function addChildren(node: object, children: Node[]): void {
  // A large script has hundreds of thousands of nodes, and each one's place in the text is an object as well.
  for (const value of Object.values(node)) {
    if (isNode(value)) children.push(value);
    else if (typeof value === 'object' && value !== null && !('start' in value)) addChildren(value, children);
  }
}

/** Returns a node and all its descendants. */
export function below(node: Node): Node[] {
  const all = [node];
  // The list grows during the iteration.
  for (const one of all) for (const child of childrenOf(one)) all.push(child);
  return all;
}

/** Returns the node without enclosing parentheses. */
export function bare(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  return node.type === 'ParenthesisExpression' ? bare(node.expression) : node;
}

export const textOf = (node: Node): string => String(node.value);

/** A string or number literal. */
interface Literal extends Node {
  type: 'StringLiteral' | 'NumericLiteral';
}

export const isLiteral = (node: Node | undefined): node is Literal =>
  node?.type === 'StringLiteral' || node?.type === 'NumericLiteral';

/** Returns a property's name, in a member or in an object; undefined when it is computed. */
export function nameOfProperty(property: unknown): string | undefined {
  const node = bare(property);
  if (node === undefined) return undefined;
  if (node.type === 'Identifier' || isLiteral(node)) return textOf(node);
  const computed = node.type === 'Computed' ? bare(node.expression) : undefined;
  return computed?.type === 'StringLiteral' ? textOf(computed) : undefined;
}

export const argumentsOf = (call: Node): Node[] =>
  (call.arguments as { expression: unknown }[]).flatMap(({ expression }) => bare(expression) ?? []);

/** Thrown when a script can't be parsed, with the reason. */
export class ScriptSyntaxError extends Error {
  override readonly name = 'ScriptSyntaxError';
}

/** Shortens the parser's message to what is wrong and the line, without its drawing. */
function shortened(words: string): string {
  const [, what = 'it is not JavaScript'] = /^\s*x (.+)$/m.exec(words) ?? [];
  const [, line] = /^\s*(\d+) \|/m.exec(words) ?? [];
  return line === undefined ? what : `${what}, near line ${line}`;
}

const OPTIONS = { syntax: 'ecmascript', target: 'es2022' } as const;

/** Parses a script or a module. @throws ScriptSyntaxError when it is neither */
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
  throw new ScriptSyntaxError(shortened(words));
}

const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
  'MethodProperty',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'GetterProperty',
  'SetterProperty',
]);

export const isFunction = (node: Node): boolean => FUNCTIONS.has(node.type);

export function parametersOf(node: Node): Node[] {
  const params = (node.params ?? []) as Node[];
  return params.flatMap((param) => (isNode(param.pat) ? param.pat : param));
}

/** Returns the names that a pattern binds. Extra names are harmless: a bound name only hides an outer one. */
const namesIn = (pattern: unknown): string[] =>
  isNode(pattern)
    ? below(pattern)
        .filter(({ type }) => type === 'Identifier')
        .map(textOf)
    : [];

/** Returns all nodes of a function's body, without the contents of nested functions. */
export function ownNodes(node: Node): Node[] {
  const all = childrenOf(node);
  for (const one of all) if (!isFunction(one)) for (const child of childrenOf(one)) all.push(child);
  return all;
}

/** Returns the names bound inside a function. Ignores block scopes, which only hides more names. */
export function namesBoundIn(node: Node): Set<string> {
  const names = parametersOf(node).flatMap(namesIn);
  for (const own of ownNodes(node)) {
    if (own.type === 'VariableDeclarator') names.push(...namesIn(own.id));
    else if (own.type === 'CatchClause') names.push(...namesIn(own.param));
    else if (/^(Function|Class)Declaration$/.test(own.type)) names.push(...namesIn(own.identifier));
  }
  return new Set(names);
}
