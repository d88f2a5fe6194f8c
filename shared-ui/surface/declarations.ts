import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';

/** A name declared in this module, or in the module behind a specifier. */
export interface Reference {
  from?: string;
  name: string;
}

interface Node {
  type: string;
  span: { start: number; end: number };
  [key: string]: unknown;
}

/** One declaration, as emitted by the compiler. */
export interface Declared {
  kind: string;
  /** Its text, without optional members. */
  text: string;
  optional: Map<string, Declared>;
  /** Names in it that may refer to other declarations. */
  references: Reference[];
}

/** A module of declarations: what it declares, imports and exports, by name. */
interface DeclarationModule {
  declared: Map<string, Declared>;
  imported: Map<string, Reference>;
  exported: Map<string, Reference>;
}

const KINDS: Record<string, string> = {
  ClassDeclaration: 'class',
  FunctionDeclaration: 'function',
  TsInterfaceDeclaration: 'interface',
  TsTypeAliasDeclaration: 'type',
  VariableDeclaration: 'const',
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const named = (value: unknown): string => (value as { value: string }).value;

function* below(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const entry of value) yield* below(entry);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (isNode(value)) yield value;
  yield* below(Object.values(value));
}

/** Returns `A` of `A.B.C`. */
function leftmost(name: Node): string {
  return name.type === 'TsQualifiedName' ? leftmost(name.left as Node) : named(name);
}

/** Returns what a type refers to: `Look`, `typeof look`, `extends Look` or `import('./look.ts').Look`. */
function referenceOf(node: Node): Reference | undefined {
  if (node.type === 'TsImportType' && node.qualifier) {
    return { from: named(node.argument), name: leftmost(node.qualifier as Node) };
  }
  const name = node.typeName ?? node.exprName ?? (node.type === 'TsExpressionWithTypeArguments' && node.expression);
  return isNode(name) && name.type !== 'TsImportType' ? { name: leftmost(name) } : undefined;
}

/** Returns the text without the compiler's line breaks and import paths. */
const tidied = (text: string) =>
  text
    .replaceAll(/import\("[^"]*"\)\./g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(export )?(declare )?/, '')
    .trim();

/** Source text by positions of the compiler, which counts bytes, from 1. */
class Source {
  readonly #bytes: Buffer;
  constructor(text: string) {
    this.#bytes = Buffer.from(text);
  }
  slice(from: number, to: number): string {
    return this.#bytes.subarray(from - 1, to - 1).toString();
  }
}

function optionalMembers(node: Node): Node[] {
  if (node.type !== 'TsInterfaceDeclaration') return [];
  return (node.body as { body: Node[] }).body.filter(({ optional }) => optional === true);
}

function declaredIn(node: Node, source: Source): Declared {
  let [text, at] = ['', node.span.start];
  const members = optionalMembers(node);
  for (const { span } of members) {
    text += source.slice(at, span.start);
    at = span.end;
  }
  text += source.slice(at, node.span.end);
  const ofMembers = new Set(members.flatMap((member) => [...below(member)]));
  return {
    kind: KINDS[node.type] ?? node.type,
    text: tidied(text),
    optional: new Map(members.map((member) => [named(member.key), declaredIn(member, source)])),
    references: [...below(node)]
      .filter((each) => !ofMembers.has(each))
      .map(referenceOf)
      .filter((found) => found !== undefined),
  };
}

function nameOf(node: Node): string {
  const [variable] = (node.declarations as { id: Node }[] | undefined) ?? [];
  return named(node.identifier ?? node.id ?? variable?.id);
}

function addDeclared(module: DeclarationModule, node: Node, source: Source): string {
  const [name, found] = [nameOf(node), declaredIn(node, source)];
  const before = module.declared.get(name);
  // Overloads, or a value and a type of the same name.
  if (before) {
    found.text = `${before.text}\n${found.text}`;
    found.references.unshift(...before.references);
    found.optional = new Map([...before.optional, ...found.optional]);
  }
  module.declared.set(name, found);
  return name;
}

interface Specifier {
  local?: Node;
  imported?: Node | null;
  orig?: Node;
  exported?: Node | null;
}

function addImports(module: DeclarationModule, { specifiers, source }: Node): void {
  for (const { local, imported } of specifiers as Specifier[]) {
    module.imported.set(named(local), { from: named(source), name: named(imported ?? local) });
  }
}

function addExports(module: DeclarationModule, { specifiers, source }: Node): void {
  for (const { orig, exported } of specifiers as Specifier[]) {
    const from = source ? { from: named(source) } : {};
    module.exported.set(named(exported ?? orig), { ...from, name: named(orig) });
  }
}

/** @throws Error on `export *`, as exports must be named here */
function parseDeclarations(text: string): DeclarationModule {
  const module: DeclarationModule = { declared: new Map(), imported: new Map(), exported: new Map() };
  const source = new Source(text);
  for (const item of parseSync(text, { syntax: 'typescript' }).body as unknown as Node[]) {
    if (item.type === 'ImportDeclaration') addImports(module, item);
    else if (item.type === 'ExportNamedDeclaration') addExports(module, item);
    else if (item.type === 'ExportDeclaration') {
      const name = addDeclared(module, item.declaration as Node, source);
      module.exported.set(name, { name });
    } else if (item.type in KINDS) addDeclared(module, item, source);
    else if (item.type === 'ExportAllDeclaration') throw new Error(`export * from '${named(item.source)}': name them`);
  }
  return module;
}

/** The modules of declarations in a folder, each read once. */
export class Declarations {
  readonly #modules = new Map<string, DeclarationModule>();

  module(file: string): DeclarationModule {
    const known = this.#modules.get(file);
    if (known) return known;
    const read = parseDeclarations(readFileSync(file, 'utf8'));
    this.#modules.set(file, read);
    return read;
  }

  /** Returns the file of declarations behind a relative specifier in `file`. */
  static fileOf(file: string, specifier: string): string {
    return join(dirname(file), specifier.replace(/\.[jt]sx?$/, '.d.ts'));
  }
}
