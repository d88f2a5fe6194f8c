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

/** The patterns that a function takes. */
export function parametersOf(node: Node): Node[] {
  const params = (node.params ?? []) as Node[];
  return params.flatMap((param) => (isNode(param.pat) ? param.pat : param));
}

/** The names that a pattern binds. More than that do no harm: what is bound hides a name from outside. */
const namesIn = (pattern: unknown): string[] =>
  isNode(pattern)
    ? below(pattern)
        .filter(({ type }) => type === 'Identifier')
        .map(textOf)
    : [];

/** Everything in the body of a function but what is in functions of its own. */
export function ownNodes(node: Node): Node[] {
  const all = childrenOf(node);
  for (const one of all) if (!isFunction(one)) for (const child of childrenOf(one)) all.push(child);
  return all;
}

/** The names that mean something of its own inside a function. Blocks count as a whole: that only hides more. */
export function namesBoundIn(node: Node): Set<string> {
  const names = parametersOf(node).flatMap(namesIn);
  for (const own of ownNodes(node)) {
    if (own.type === 'VariableDeclarator') names.push(...namesIn(own.id));
    else if (own.type === 'CatchClause') names.push(...namesIn(own.param));
    else if (/^(Function|Class)Declaration$/.test(own.type)) names.push(...namesIn(own.identifier));
  }
  return new Set(names);
}
