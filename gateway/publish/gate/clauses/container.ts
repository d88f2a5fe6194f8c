import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';

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
