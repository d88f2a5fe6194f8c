import { argumentsOf, bare, below, isFunction, isLiteral, type Node, nameOfProperty, textOf } from './syntax.ts';

/** An object of the code that declares a contract: `{ contract: "feature@1", routes }`. */
interface DeclaredContract {
  contract: string;
  file: string;
  exports: ReadonlySet<string>;
  /** False if it also copies properties of another object, which only run time knows. */
  isComplete: boolean;
}

/** Facts that the code of a build shows about its container, without running it. */
export interface Exposed {
  /** Names of the exposed modules; undefined if the entry has no table of them. */
  names: readonly string[] | undefined;
  contracts: readonly DeclaredContract[];
  /** Code that always ends with an error: as soon as it is loaded, or whenever one of its screens is shown. */
  throws: { file: string; when: 'loaded' | 'shown' } | undefined;
}

type Programs = ReadonlyMap<string, Node>;

const CONTRACT = /^[a-z]+@\d+$/;

const propertiesOf = (object: Node) => object.properties as Node[];

/** Returns a property's name in an object literal, also in `{ mount }` and `{ mount() {} }`. */
const keyOf = (property: Node): string | undefined =>
  property.type === 'Identifier' ? textOf(property) : nameOfProperty(property.key);

/** Returns the text of a literal, also of a template without expressions, as minifiers write it. */
function plainText(value: Node | undefined): string | undefined {
  if (value?.type === 'StringLiteral') return textOf(value);
  const [quasi, ...more] = value?.type === 'TemplateLiteral' ? (value.quasis as { raw: string }[]) : [];
  return more.length === 0 ? quasi?.raw : undefined;
}

/** Returns the value of every constant text of a script, by its name; undefined for a name with several values. */
function constantsIn(program: Node): Map<string, string | undefined> {
  const constants = new Map<string, string | undefined>();
  for (const node of below(program)) {
    const [id, text] = node.type === 'VariableDeclarator' ? [bare(node.id), plainText(bare(node.init))] : [];
    if (id?.type !== 'Identifier' || text === undefined) continue;
    const name = textOf(id);
    constants.set(name, constants.has(name) && constants.get(name) !== text ? undefined : text);
  }
  return constants;
}

function contractsIn(file: string, part: Node, program: Node): DeclaredContract[] {
  let known: Map<string, string | undefined> | undefined;
  const constants = () => (known ??= constantsIn(program));
  return below(part).flatMap((node) => {
    if (node.type !== 'ObjectExpression') return [];
    const properties = propertiesOf(node);
    const declared = properties.find((property) => keyOf(property) === 'contract');
    if (declared === undefined) return [];
    const value = declared.type === 'Identifier' ? declared : bare(declared.value);
    const contract = value?.type === 'Identifier' ? constants().get(textOf(value)) : plainText(value);
    if (contract === undefined || !CONTRACT.test(contract)) return [];
    const exports = new Set(properties.map(keyOf).filter((name) => name !== undefined));
    return { contract, file, exports, isComplete: properties.every(({ type }) => type !== 'SpreadElement') };
  });
}

/** Returns the table of exposed modules, as webpack, Rspack and Vite's plugins write it: `{ "./feature": () => … }`. */
function tableIn(entry: Node): Node[] | undefined {
  for (const node of below(entry)) {
    if (node.type !== 'ObjectExpression') continue;
    const properties = propertiesOf(node);
    const isTable = properties.every(
      (property) =>
        keyOf(property)?.startsWith('./') && (isFunction(property) || isFunction(bare(property.value) ?? property)),
    );
    if (isTable && properties.length > 0) return properties;
  }
  return undefined;
}

/** Returns the id of the module that an entry of webpack's table requires last: `() => e(97).then(() => () => t(7))`. */
function requiredBy(property: Node | undefined): string | undefined {
  const calls = property ? below(property).filter(({ type }) => type === 'CallExpression') : [];
  const ids = calls.flatMap((call) => {
    const [id, ...more] = argumentsOf(call);
    return bare(call.callee)?.type === 'Identifier' && more.length === 0 && isLiteral(id) ? textOf(id) : [];
  });
  return ids.at(-1);
}

/** Returns the function of a bundled module, and its file. */
function moduleWith(id: string | undefined, programs: Programs): { file: string; module: Node } | undefined {
  for (const [file, program] of id === undefined ? [] : programs) {
    for (const node of below(program)) {
      if (node.type !== 'MethodProperty' && node.type !== 'KeyValueProperty') continue;
      const module = node.type === 'MethodProperty' ? node : bare(node.value);
      if (nameOfProperty(node.key) === id && module && isFunction(module)) return { file, module };
    }
  }
  return undefined;
}

/** Returns whether a function or a script always ends with an error: a `throw` among its own statements. */
function alwaysThrows(part: Node): boolean {
  const body = isFunction(part) ? bare(part.body) : part;
  const statements = (body?.stmts ?? body?.body ?? []) as Node[];
  return Array.isArray(statements) && statements.some(({ type }) => type === 'ThrowStatement');
}

/** Returns the name that a call's function has at the end: `jsx` of `(0, runtime.jsx)`. */
function calledName(callee: Node | undefined): string | undefined {
  if (callee?.type === 'MemberExpression') return nameOfProperty(callee.property);
  if (callee?.type === 'SequenceExpression') return calledName(bare((callee.expressions as unknown[]).at(-1)));
  return callee?.type === 'Identifier' ? textOf(callee) : undefined;
}

/** Returns the components that some code renders: names, or functions where a minifier has put them in place. */
const componentsIn = (part: Node): Node[] =>
  below(part).flatMap((node) => {
    if (node.type !== 'CallExpression' || !/^(jsxs?|createElement)$/.test(calledName(bare(node.callee)) ?? ''))
      return [];
    return bare(argumentsOf(node)[0]) ?? [];
  });

/** Returns whether a module renders one of its components, which only throws. */
function showsThrowing(module: Node): boolean {
  const rendered = componentsIn(module);
  if (rendered.some((component) => isFunction(component) && alwaysThrows(component))) return true;
  const names = new Set(rendered.flatMap((component) => (component.type === 'Identifier' ? textOf(component) : [])));
  return below(module).some((node) => {
    const isDeclared = node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator';
    const [name, component] =
      node.type === 'FunctionDeclaration' ? [bare(node.identifier), node] : [bare(node.id), bare(node.init)];
    if (!isDeclared || name === undefined || component === undefined || !names.has(textOf(name))) return false;
    return isFunction(component) && alwaysThrows(component);
  });
}

function throwingIn(
  traced: { file: string; module: Node } | undefined,
  entry: string,
  entryProgram: Node | undefined,
): Exposed['throws'] {
  if (entryProgram && alwaysThrows(entryProgram)) return { file: entry, when: 'loaded' };
  if (traced === undefined) return undefined;
  if (alwaysThrows(traced.module)) return { file: traced.file, when: 'loaded' };
  return showsThrowing(traced.module) ? { file: traced.file, when: 'shown' } : undefined;
}

/**
 * Reads what the code shows about the module that a build exposes. Follows webpack's table to the module; where there is
 * none, any object with a contract counts.
 */
export function exposedBy(programs: Programs, entry: string, expose: string): Exposed {
  const entryProgram = programs.get(entry);
  const table = entryProgram && tableIn(entryProgram);
  const property = table?.find((one) => keyOf(one) === expose);
  const traced = moduleWith(requiredBy(property), programs);
  const program = traced && programs.get(traced.file);
  const own = traced && program ? contractsIn(traced.file, traced.module, program) : [];
  const contracts = own.length > 0 ? own : [...programs].flatMap(([file, one]) => contractsIn(file, one, one));
  return { names: table?.map((one) => keyOf(one) ?? ''), contracts, throws: throwingIn(traced, entry, entryProgram) };
}
