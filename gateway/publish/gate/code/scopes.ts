import { below, childrenOf, isNode, type Node, textOf } from './syntax.ts';

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

/** Returns the patterns of a function's parameters. */
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
