import type { Trust } from 'shared-ui/contract';
import { contractMismatch } from 'shared-ui/contract/host';
import { withRoutes } from '../../../registry/described-version.ts';
import { REMOTE_MANIFEST } from '../../../registry/manifest.ts';
import { SANDBOXED_CONTRACT } from '../../../trust/version-trust.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';

const FEATURE = 'feature@1';
/** The only name under which the host requests surveys. */
const SURVEYS = 'surveys';

const mismatch = (who: string, contract: string, required: string) =>
  fault(
    'CONTRACT_MISMATCH',
    `"contract": ${who}${contractMismatch(contract, required)}: implement and declare ${required} (webpack.config.cjs)`,
  );

function ofHost({ declaration }: Build): string[] {
  const { name, contract } = declaration;
  if (name === 'shell') return [fault('REMOTE_UNKNOWN', '"name" is "shell", which is the host itself')];
  if (name === SURVEYS && contract !== SANDBOXED_CONTRACT) {
    return [mismatch(`${SURVEYS} `, contract, SANDBOXED_CONTRACT)];
  }
  if (contract !== FEATURE && contract !== SANDBOXED_CONTRACT) {
    return [mismatch('', contract, `${FEATURE} or ${SANDBOXED_CONTRACT}`)];
  }
  if (contract === SANDBOXED_CONTRACT && name !== SURVEYS) {
    return [
      fault(
        'REMOTE_UNKNOWN',
        `"name" is "${name}", but the host requests ${SANDBOXED_CONTRACT} as "${SURVEYS}" only: use that name`,
      ),
    ];
  }
  return [];
}

/** A feature is shown only at its routes. */
function reached({ declaration }: Build): string[] {
  const { name, contract, routes } = declaration;
  const claimed = withRoutes(name, { manifest: '', integrity: '', ...(routes && { routes }) }).routes ?? [];
  if (contract !== FEATURE || name === SURVEYS || claimed.length > 0) return [];
  return [
    fault('REMOTE_UNKNOWN', `"routes": nothing leads to a remote called "${name}": declare the paths that it shows`),
  ];
}

/** A page expects one contract under a name, whichever version it gets. */
function contractChange({ declaration }: Build, { published }: HostFacts): string[] {
  const { name, contract } = declaration;
  const active = published?.registry.remotes[name]?.active;
  const before = published?.manifests.find((one) => one.name === name && one.version === active);
  if (before === undefined || before.contract === contract) return [];
  const problem = `"contract": ${name} ${active} implements ${before.contract}, this version ${contract}: give it another name`;
  return [fault('CONTRACT_MISMATCH', problem)];
}

/** Names that the page requires of a module, by its contract (checkFeature and checkSurvey of shared-ui). */
const REQUIRED: Record<string, string[]> = { [FEATURE]: ['routes'], [SANDBOXED_CONTRACT]: ['surveys', 'mount'] };

/** What the code shows of the contract: faults, or what was found. */
interface Shown {
  faults: string[];
  note: string;
}

/** Compares the contract that the code exports with the one in remote.json. */
function shownByCode({ declaration, exposed }: Build): Shown {
  const { contract, expose } = declaration;
  const { contracts, throws } = exposed;
  if (throws !== undefined) {
    const always =
      throws.when === 'loaded' ? 'throws an error as soon as it is loaded' : 'has a screen that always throws an error';
    const says = `${throws.file} ${always}, so pages would show the previous version: repair it (npm run dev shows the error)`;
    return { faults: [fault('EXPORT_INVALID', says)], note: '' };
  }
  const required = REQUIRED[contract] ?? [];
  const fitting = contracts.filter((one) => one.contract === contract);
  const [other] = contracts;
  if (fitting.length === 0 && other !== undefined) {
    const says = `${expose} (${other.file}) implements ${other.contract}, but "contract" in ${REMOTE_MANIFEST} is ${contract}: make both the same and build again`;
    return { faults: [fault('CONTRACT_MISMATCH', says)], note: '' };
  }
  const lacks = fitting.map(({ exports, isComplete }) =>
    isComplete ? required.filter((name) => !exports.has(name)) : [],
  );
  const [missing = []] = lacks.sort((one, two) => one.length - two.length);
  if (missing.length > 0) {
    const says = `${expose} (${fitting[0]?.file}) lacks ${missing.join(' and ')}, which ${contract} requires: export it as in docs/add-a-remote.md`;
    return { faults: [fault('EXPORT_INVALID', says)], note: '' };
  }
  const note =
    fitting.length > 0 ? 'as the code says' : "unconfirmed: the code doesn't show it, so only the page checks it";
  return { faults: [], note };
}

/** Checks that the host knows the contract, requests it under this name, and that the code implements it. */
export function contractClause(build: Build, facts: HostFacts, trust: Trust): ClauseResult {
  const { contract, routes = [] } = build.declaration;
  const shown = shownByCode(build);
  const unknown = ofHost(build);
  const declared = unknown.length > 0 ? unknown : [...reached(build), ...contractChange(build, facts)];
  // With a wrong contract in remote.json, a difference from the code is a consequence.
  const faults = declared.length > 0 ? declared : shown.faults;
  if (trust === 'sandboxed' && contract === FEATURE) {
    faults.push(
      `"contract" is ${FEATURE}, which requires a team's key (--key FILE): a sandboxed version may implement ${SANDBOXED_CONTRACT} only`,
    );
  }
  if (trust === 'sandboxed' && contract !== FEATURE && routes.length > 0) {
    faults.push(
      '"routes" claims paths of the page, which a sandboxed version may not: remove them, or sign it (--key FILE)',
    );
  }
  return clauseResult(
    'contract',
    [...new Set(faults)],
    `${contract}, ${trust === 'trusted' ? "with a team's key" : 'sandboxed'}, ${shown.note}`,
  );
}

/** Globals of a page that Node doesn't have. The others are checked in `globalThis`. */
const OF_PAGES = [
  'window',
  'document',
  'self',
  'top',
  'parent',
  'frames',
  'opener',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'closed',
  'name',
  'length',
  'status',
  'origin',
  'screen',
  'open',
  'close',
  'stop',
  'focus',
  'blur',
  'print',
  'alert',
  'confirm',
  'prompt',
  'event',
  'external',
  'chrome',
  'customElements',
  'visualViewport',
  'scroll',
  'find',
  'getSelection',
  'matchMedia',
  'requestAnimationFrame',
  'webpackChunklodestar_shell',
];

/** Matches the variable that the entry of webpack and similar bundlers declares first: `var name;`. */
const VARIABLE = /^(?:\s|\/\*[\s\S]*?\*\/|"use strict";)*var ([\w$]+)/;

function left({ declaration, files }: Build): string[] {
  const { container, entry } = declaration;
  const code = files.get(entry)?.toString() ?? '';
  const [, variable] = VARIABLE.exec(code) ?? [];
  if (variable === undefined || code.includes(container)) return [];
  return [
    fault('EXPORT_INVALID', `"container": the entry leaves no container named ${container}, but one named ${variable}`),
  ];
}

/** Returns a fault if the entry's table of exposed modules lacks the one that pages ask for. */
function exposes({ declaration: { expose }, exposed: { names } }: Build): string[] {
  if (names === undefined || names.includes(expose)) return [];
  const says = `"expose" is ${expose}, but the entry exposes ${names.join(', ')}: use one of these names, or build again`;
  return [fault('EXPORT_INVALID', says)];
}

/** Checks that no other version has the container's name: a page may load two versions at once. */
export function containerClause(build: Build, { published }: HostFacts): ClauseResult {
  const { name, version, container } = build.declaration;
  const faults = [...left(build), ...exposes(build)];
  if (container in globalThis || OF_PAGES.includes(container)) {
    faults.push(
      fault(
        'EXPORT_INVALID',
        `"container" is ${container}, which is a global of the page: put name and version into it`,
      ),
    );
  }
  const holder = published?.manifests.find(
    (one) => one.container === container && (one.name !== name || one.version !== version),
  );
  if (holder) {
    faults.push(
      `"container" is ${container}, which ${holder.name} ${holder.version} has: a page may hold both, so put the version into it`,
    );
  }
  if (published === undefined)
    return clauseResult(
      'container',
      faults,
      `${container}; whether another version has it, only a gateway can tell (--gateway)`,
    );
  const unread = published.unread.length > 0 ? `, except ${published.unread.join(', ')}, which can't be read` : '';
  return clauseResult('container', faults, `no other version has ${container}${unread}`);
}
