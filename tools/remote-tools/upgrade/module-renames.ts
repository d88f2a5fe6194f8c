import {
  type ExportDeclaration,
  type ExportSpecifier,
  type Identifier,
  type ImportClause,
  type ImportDeclaration,
  type ImportSpecifier,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isExportDeclaration,
  isExportSpecifier,
  isIdentifier,
  isImportDeclaration,
  isNamedExports,
  isNamespaceImport,
  isShorthandPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import type { Project } from 'typescript/unstable/async';
import type { Rename } from './renames.ts';

/** A replacement of a part of a file. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** An import specifier as it will be, and the entry that it will be imported from. */
interface Import {
  entry: string;
  text: string;
}

const textOf = (specifier: Node | undefined) => (specifier && isStringLiteral(specifier) ? specifier.text : '');

function addIdentifiers(node: Node, to: Set<string>): Set<string> {
  if (isIdentifier(node)) to.add(node.text);
  node.forEachChild((child) => void addIdentifiers(child, to));
  return to;
}

/** Returns a renamed use: where a short form also names something else, that name stays. */
function renamedUse(use: Node, before: string, now: string): string {
  if (isShorthandPropertyAssignment(use.parent)) return `${before}: ${now}`;
  const isExported = isExportSpecifier(use.parent) && use.parent.propertyName === undefined;
  return isExported ? `${now} as ${before}` : now;
}

/** "Facts of shared-ui is in shared-ui/details now" */
function describe({ entry, name, now }: Rename): string {
  if (now === undefined) return `${name} of ${entry} was removed`;
  const changes = [now.name !== name && now.name, now.entry !== entry && `in ${now.entry}`];
  return `${name} of ${entry} is ${changes.filter(Boolean).join(' ')} now`;
}

/** Changes the names of one file. Code that only resembles a name, or is shadowed, stays. */
export class ModuleRenames {
  readonly #project: Project;
  readonly #file: SourceFile;
  readonly #name: string;
  readonly #renames: readonly Rename[];
  readonly #identifiers: Set<string>;
  readonly #edits: Edit[] = [];
  /** What is changed, and what has to be changed by hand, one sentence each. */
  readonly changed: string[] = [];
  readonly byHand: string[] = [];

  /** @param name the file's name for messages */
  constructor(project: Project, file: SourceFile, name: string, renames: readonly Rename[]) {
    this.#project = project;
    this.#file = file;
    this.#name = name;
    this.#renames = renames;
    this.#identifiers = addIdentifiers(file, new Set());
  }

  /** Returns the text of the file with its new names. */
  async apply(): Promise<string> {
    for (const statement of this.#file.statements) {
      if (isImportDeclaration(statement)) await this.#examineImport(statement);
      if (isExportDeclaration(statement)) this.#examineExport(statement);
    }
    return this.#edits
      .sort((one, other) => other.start - one.start)
      .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), this.#file.text);
  }

  async #examineImport(declaration: ImportDeclaration): Promise<void> {
    const { importClause, moduleSpecifier } = declaration;
    const entry = textOf(moduleSpecifier);
    const named = importClause?.namedBindings;
    if (importClause === undefined || named === undefined) return;
    if (isNamespaceImport(named)) return this.#examineNamespace(named.name, entry);
    if (!named.elements.some((specifier) => this.#renameOf(entry, specifier))) return;
    const imports: Import[] = [];
    for (const specifier of named.elements) imports.push(await this.#renameImport(entry, specifier));
    this.#replace(declaration, declarationsOf(importClause, imports));
  }

  /** Returns the import as it will be. Renames its uses in the file, unless the new name is in use there already. */
  async #renameImport(entry: string, specifier: ImportSpecifier): Promise<Import> {
    const rename = this.#renameOf(entry, specifier);
    if (rename?.now === undefined) {
      if (rename) this.#leave(specifier, rename);
      return { entry, text: specifier.getText(this.#file) };
    }
    const { now } = rename;
    const local = specifier.name.text;
    const type = specifier.isTypeOnly ? 'type ' : '';
    this.changed.push(`${this.#placeOf(specifier)}: ${describe(rename)}`);
    const keepsLocal = specifier.propertyName !== undefined || this.#identifiers.has(now.name);
    if (!keepsLocal) await this.#renameUses(specifier, now.name);
    const own = keepsLocal && local !== now.name ? `${now.name} as ${local}` : now.name;
    return { entry: now.entry, text: type + own };
  }

  async #renameUses(specifier: ImportSpecifier, now: string): Promise<void> {
    for (const use of await this.#usesOf(specifier.name)) {
      if (use.parent !== specifier) this.#replace(use, renamedUse(use, specifier.name.text, now));
    }
  }

  /** Returns all references to what an identifier declares in this file. */
  async #usesOf(identifier: Identifier): Promise<Node[]> {
    const { checker } = this.#project;
    const symbol = await checker.getSymbolAtLocation(identifier);
    if (symbol === undefined) return [];
    const handles = await checker.getReferencesToSymbolInFile(this.#file.fileName, symbol);
    const nodes = await Promise.all(handles.map((handle) => handle.resolve()));
    return nodes.filter((node) => node !== undefined);
  }

  async #examineNamespace(name: Identifier, entry: string): Promise<void> {
    for (const use of await this.#usesOf(name)) {
      const member = use.parent.getText(this.#file).split('.')[1];
      const rename = this.#renames.find((one) => one.entry === entry && one.name === member);
      if (rename) this.#leave(use, rename);
    }
  }

  #examineExport({ exportClause, moduleSpecifier }: ExportDeclaration): void {
    if (exportClause === undefined || !isNamedExports(exportClause)) return;
    for (const specifier of exportClause.elements) {
      const rename = this.#renameOf(textOf(moduleSpecifier), specifier);
      if (rename) this.#leave(specifier, rename);
    }
  }

  #renameOf(entry: string, specifier: ImportSpecifier | ExportSpecifier): Rename | undefined {
    const name = (specifier.propertyName ?? specifier.name).text;
    return this.#renames.find((rename) => rename.entry === entry && rename.name === name);
  }

  /** Notes a name that has to be changed by hand. */
  #leave(node: Node, rename: Rename): void {
    this.byHand.push(`${this.#placeOf(node)}: ${describe(rename)}. ${rename.hint ?? ''}`.trimEnd());
  }

  #placeOf(node: Node): string {
    return `${this.#name}:${this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file)).line + 1}`;
  }

  #replace(node: Node, text: string): void {
    this.#edits.push({ start: node.getStart(this.#file), end: node.end, text });
  }
}

/** Returns one import declaration for each entry. The platform has no default exports. */
function declarationsOf({ phaseModifier }: ImportClause, imports: readonly Import[]): string {
  const type = phaseModifier === SyntaxKind.TypeKeyword ? 'type ' : '';
  const entries = [...new Set(imports.map(({ entry }) => entry))];
  const declarations = entries.map((entry) => {
    const names = imports.filter((one) => one.entry === entry).map(({ text }) => text);
    const specifier = `'${entry}'`;
    return `import ${type}{ ${names.join(', ')} } from ${specifier};`;
  });
  return declarations.join('\n');
}
