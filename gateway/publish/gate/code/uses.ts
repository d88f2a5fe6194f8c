import {
  argumentsOf,
  bare,
  below,
  childrenOf,
  isFunction,
  isLiteral,
  type Node,
  nameOfProperty,
  namesBoundIn,
  ownNodes,
  parametersOf,
  textOf,
} from './syntax.ts';

/** Shared package -> the names that code uses from it. */
export type Uses = Map<string, Set<string>>;

/** What a name refers to: the bundler's require function, or a shared package. */
type Meaning = { kind: 'require' } | { kind: 'package'; key: string };
type Scope = ReadonlyMap<string, Meaning>;

/** Index of the require parameter: a bundled module is a function of module, exports and require. */
const REQUIRE_PLACE = 2;

/** Returns the shared package of an entry in the bundler's table: `{ shareKey: "react" }`, or a call that names it. */
function packageOf(value: Node | undefined, declared: readonly string[]): string | undefined {
  if (value?.type === 'ObjectExpression') {
    const field = (value.properties as Node[]).find(({ key }) => nameOfProperty(key) === 'shareKey');
    const text = bare(field?.value);
    return text?.type === 'StringLiteral' ? textOf(text) : undefined;
  }
  const body = value?.type === 'ArrowFunctionExpression' ? bare(value.body) : undefined;
  if (body?.type !== 'CallExpression') return undefined;
  const texts = argumentsOf(body).filter(({ type }) => type === 'StringLiteral');
  return texts.map(textOf).find((text) => declared.includes(text));
}

/** Returns whether a script may contain such a table. */
const hasTable = (text: string, declared: readonly string[]) =>
  text.includes('shareKey') || declared.some((key) => text.includes(`"${key}"`));

/** Returns module id -> the shared package that replaces it, as webpack and Rspack write it into the entry. */
function sharedModules(programs: Iterable<Node>, declared: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const program of programs) {
    for (const node of below(program)) {
      if (node.type !== 'KeyValueProperty') continue;
      const key = packageOf(bare(node.value), declared);
      const id = nameOfProperty(node.key);
      if (key !== undefined && id !== undefined) found.set(id, key);
    }
  }
  return found;
}

/** Collects the names that a script's modules use from shared packages. */
class Search {
  readonly used: Uses = new Map();
  /** Names that the code checks for before use. */
  readonly asked: Uses = new Map();
  readonly modules: ReadonlyMap<string, string>;
  readonly #declared: readonly string[];

  constructor(modules: ReadonlyMap<string, string>, declared: readonly string[]) {
    this.modules = modules;
    this.#declared = declared;
  }

  visit(node: Node, scope: Scope): void {
    const isScope = isFunction(node) || node.type === 'Script' || node.type === 'Module';
    const inside = isScope ? this.#scopeIn(node, scope) : scope;
    this.#note(this.used, node, inside);
    for (const question of questionsIn(node)) this.#note(this.asked, question, inside);
    for (const child of childrenOf(node)) this.visit(child, inside);
  }

  #scopeIn(node: Node, outer: Scope): Scope {
    const bound = namesBoundIn(node);
    const scope = new Map([...outer].filter(([name]) => !bound.has(name)));
    const third = parametersOf(node)[REQUIRE_PLACE];
    if (third?.type === 'Identifier') scope.set(textOf(third), { kind: 'require' });
    for (const own of ownNodes(node)) {
      if (own.type !== 'VariableDeclarator') continue;
      for (const [name, value] of bindings(bare(own.id), bare(own.init))) {
        const key = this.#packageBehind(value, scope);
        if (key === undefined) continue;
        if (name.type === 'Identifier') scope.set(textOf(name), { kind: 'package', key });
        if (name.type === 'ObjectPattern') this.#noteTaken(key, name);
      }
    }
    return scope;
  }

  /** Returns the shared package that an expression refers to, by name or by the bundler's call for its module. */
  #packageBehind(node: Node | undefined, scope: Scope): string | undefined {
    if (node?.type === 'Identifier') {
      const meaning = scope.get(textOf(node));
      return meaning?.kind === 'package' ? meaning.key : undefined;
    }
    if (node?.type === 'AwaitExpression') return this.#packageTaken(bare(node.argument));
    const callee = node?.type === 'CallExpression' ? bare(node.callee) : undefined;
    if (node === undefined || callee?.type !== 'Identifier') return undefined;
    if (scope.get(textOf(callee))?.kind !== 'require') return undefined;
    const [id] = argumentsOf(node);
    return isLiteral(id) ? this.modules.get(textOf(id)) : undefined;
  }

  /** Handles `await take('shared-ui')`, found in hand-written code and in the output of other bundlers. */
  #packageTaken(call: Node | undefined): string | undefined {
    const [first] = call?.type === 'CallExpression' ? argumentsOf(call) : [];
    return first?.type === 'StringLiteral' ? this.#declared.find((key) => key === textOf(first)) : undefined;
  }

  #note(uses: Uses, node: Node, scope: Scope): void {
    if (node.type !== 'MemberExpression') return;
    const key = this.#packageBehind(bare(node.object), scope);
    const name = nameOfProperty(node.property);
    if (key !== undefined && name !== undefined) add(uses, key, name);
  }

  /** Handles `const { Page, useLocale } = require(581)`. */
  #noteTaken(key: string, pattern: Node): void {
    for (const property of pattern.properties as Node[]) {
      const name = nameOfProperty(property.key);
      if (name !== undefined) add(this.used, key, name);
    }
  }
}

/** Pairs the names of a declaration with their values, also in `[{ a }, b] = await Promise.all([one, other])`. */
function bindings(name: Node | undefined, value: Node | undefined): [Node, Node][] {
  if (name === undefined || value === undefined) return [];
  const call = value.type === 'AwaitExpression' ? bare(value.argument) : undefined;
  const [list] = call?.type === 'CallExpression' ? argumentsOf(call) : [];
  if (name.type !== 'ArrayPattern' || list?.type !== 'ArrayExpression') return [[name, value]];
  const values = (list.elements as ({ expression: unknown } | null)[]).map((element) => bare(element?.expression));
  return (name.elements as unknown[]).flatMap((element, place): [Node, Node][] => {
    const [one, argument] = [bare(element), values[place]];
    return one && argument ? [[one, { type: 'AwaitExpression', argument }]] : [];
  });
}

function add(uses: Uses, key: string, name: string): void {
  uses.set(key, (uses.get(key) ?? new Set()).add(name));
}

const COMPARISONS = new Set(['&&', '||', '??', '===', '!==', '==', '!=']);

/** Returns what a node only tests for existence: `shared.use ? … : …`, `typeof shared.use`, `shared.use ?? …`. */
function questionsIn(node: Node): Node[] {
  const { type, operator } = node;
  const isTest = type === 'ConditionalExpression' || type === 'IfStatement';
  const asked = [
    ...(isTest ? [node.test] : []),
    ...(type === 'UnaryExpression' ? [node.argument] : []),
    ...(type === 'BinaryExpression' && COMPARISONS.has(String(operator)) ? [node.left, node.right] : []),
  ];
  return asked.map(bare).filter((one) => one !== undefined);
}

/** Bundler interop names, not exports of a package. */
const INTEROP = new Set(['default', '__esModule']);

export interface Script {
  text: string;
  program: Node;
}

/** Matches chunks of webpack or Rspack, whose modules are identified by number. */
const CHUNK = /webpackChunk|rspackChunk/;

/** Returns whether a script may use one of some modules; avoids walking large libraries that don't. */
function asks({ text }: Script, modules: ReadonlyMap<string, string>, declared: readonly string[]): boolean {
  const ids = CHUNK.test(text) || hasTable(text, declared) ? [...modules.keys()] : [];
  const calls = [...ids.map((id) => `(${id})`), ...[...ids, ...declared].flatMap((id) => [`"${id}"`, `'${id}'`])];
  return calls.some((call) => text.includes(call));
}

/**
 * Returns the names that scripts use from shared packages, without those whose absence they handle. Code that passes on
 * a whole package reveals no names, so the list may be incomplete, but every name in it is used.
 */
export function usesIn(scripts: readonly Script[], declared: readonly string[]): Uses {
  const tables = scripts.filter(({ text }) => hasTable(text, declared)).map(({ program }) => program);
  const search = new Search(sharedModules(tables, declared), declared);
  for (const script of scripts) if (asks(script, search.modules, declared)) search.visit(script.program, new Map());
  for (const [key, names] of search.used) {
    const isCertain = (name: string) => !INTEROP.has(name) && search.asked.get(key)?.has(name) !== true;
    search.used.set(key, new Set([...names].filter(isCertain)));
  }
  return search.used;
}
