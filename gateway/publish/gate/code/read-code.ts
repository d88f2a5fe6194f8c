import type { FolderFiles } from 'server-kit/disk';
import { FILE } from 'shared-ui/contract/documents';
import {
  bare,
  below,
  isLiteral,
  type Node,
  nameOfProperty,
  parametersOf,
  parseCode,
  ScriptSyntaxError,
  textOf,
} from './syntax.ts';
import { type Script, type Uses, usesIn } from './uses.ts';

type Value = string | undefined;

/** Evaluates an expression for one chunk; undefined when that would require running it. */
function textFor(node: Node | undefined, parameter: string, id: Value): Value {
  if (node === undefined) return undefined;
  const value = (part: unknown) => textFor(bare(part), parameter, id);
  if (isLiteral(node)) return textOf(node);
  if (node.type === 'Identifier') return textOf(node) === parameter ? id : undefined;
  if (node.type === 'MemberExpression') return entryOf(bare(node.object), value(computedIn(node.property)));
  if (node.type === 'ConditionalExpression') {
    const test = value(node.test);
    return test === undefined ? undefined : value(test === 'true' ? node.consequent : node.alternate);
  }
  return node.type === 'BinaryExpression'
    ? resultOf(String(node.operator), value(node.left), value(node.right))
    : undefined;
}

const computedIn = (property: unknown) => bare(property)?.expression;

/** Returns the text under a key of an object literal; empty when the key is missing. */
function entryOf(object: Node | undefined, key: Value): Value {
  if (object?.type !== 'ObjectExpression' || key === undefined) return undefined;
  const entry = (object.properties as Node[]).find((property) => nameOfProperty(property.key) === key);
  const text = bare(entry?.value);
  return entry === undefined ? '' : isLiteral(text) ? textOf(text) : undefined;
}

function resultOf(operator: string, left: Value, right: Value): Value {
  if (operator === '||') return left === '' ? right : left;
  if (left === undefined || right === undefined) return undefined;
  if (operator === '+') return left + right;
  return /^===?$/.test(operator) ? String(left === right) : undefined;
}

/** Returns the chunk ids that a function of file names contains. */
function idsIn(body: Node): string[] {
  return below(body).flatMap((node) => {
    if (node.type === 'KeyValueProperty') return nameOfProperty(node.key) ?? [];
    const compared = node.type === 'BinaryExpression' && /^===?$/.test(String(node.operator));
    return compared ? [node.left, node.right].map(bare).filter(isLiteral).map(textOf) : [];
  });
}

/** Returns the one expression that a function returns. */
function returnedBy(node: Node): Node | undefined {
  const body = bare(node.body);
  if (body?.type !== 'BlockStatement') return body;
  const [last] = (body.stmts as Node[]).filter(({ type }) => type === 'ReturnStatement');
  return bare(last?.argument);
}

/** Returns the chunk files given by the bundler's function from chunk id to file, `require.u`. */
function chunksIn(node: Node): string[] {
  const target = node.type === 'AssignmentExpression' ? bare(node.left) : undefined;
  const name = target?.type === 'MemberExpression' ? nameOfProperty(target.property) : undefined;
  const files = bare(node.right);
  const [parameter] = files && name === 'u' ? parametersOf(files) : [];
  const returned = files && parameter?.type === 'Identifier' ? returnedBy(files) : undefined;
  if (parameter === undefined || returned === undefined) return [];
  const fileOf = (id: Value) => textFor(returned, textOf(parameter), id);
  return [undefined, ...idsIn(returned)].map(fileOf).filter((file) => file !== undefined);
}

/** Returns a picture, video or worker file: `require.p + "film.0a1b2c3d.mp4"`. */
function assetIn(node: Node): string[] {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return [];
  const [base, file] = [bare(node.left), bare(node.right)];
  const isBase = base?.type === 'MemberExpression' && nameOfProperty(base.property) === 'p';
  return isBase && file?.type === 'StringLiteral' ? [textOf(file)] : [];
}

const isFile = (path: string) => FILE.pattern.test(path) && /\.[a-z0-9]+$/.test(path);

/** Returns the files of a build that its own scripts name, in the form that webpack and Rspack emit. */
function filesNamedIn(programs: Node[]): Set<string> {
  const found = programs.flatMap((program) => below(program).flatMap((node) => [...chunksIn(node), ...assetIn(node)]));
  return new Set(found.filter(isFile));
}

export interface Code {
  /** Unreadable script -> reason. */
  broken: Map<string, string>;
  /** Files of the build that its scripts name. */
  named: Set<string>;
  uses: Uses;
  /** Readable script -> its tree. */
  programs: ReadonlyMap<string, Node>;
}

const isScript = (path: string) => /\.[cm]?js$/.test(path);

/** Matches scripts that may name files of the build; large libraries don't match. */
const NAMES_FILES = /\.u\s*=|\.p\s*\+/;

export async function readCode(files: FolderFiles, declared: readonly string[]): Promise<Code> {
  const broken = new Map<string, string>();
  const scripts: Script[] = [];
  const programs = new Map<string, Node>();
  for (const [path, content] of files) {
    if (!isScript(path)) continue;
    const text = content.toString();
    try {
      const program = await parseCode(path, text);
      scripts.push({ text, program });
      programs.set(path, program);
    } catch (thrown) {
      if (!(thrown instanceof ScriptSyntaxError)) throw thrown;
      broken.set(path, thrown.message);
    }
  }
  const naming = scripts.filter(({ text }) => NAMES_FILES.test(text)).map(({ program }) => program);
  return { broken, named: filesNamedIn(naming), uses: usesIn(scripts, declared), programs };
}
