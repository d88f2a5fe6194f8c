import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exposedBy } from './exposed.ts';
import { parseCode } from './syntax.ts';

/** Reads scripts, by file; the entry is `entry.js`. Shows each contract with its file, and whether it is complete. */
async function read(scripts: Record<string, string>) {
  const programs = Object.entries(scripts).map(async ([file, code]) => [file, await parseCode(file, code)] as const);
  const { names, contracts, throws } = exposedBy(new Map(await Promise.all(programs)), 'entry.js', './feature');
  return [names, contracts.map(({ contract, file, isComplete }) => [contract, file, isComplete]), throws?.when];
}

const WEBPACK =
  'var c;(()=>{var e={226(e,r,t){var n={"./feature":()=>t.e(97).then(()=>()=>t(7))};t.d(r,{get:()=>n})}};c=e})();';
const TWO_MODULES =
  '7(e,t,n){n.d(t,{default:()=>o});const o={contract:"feature@9",routes:[]}},8(e){e.exports={contract:"feature@1",routes:[]}}';

describe('the exposed module', () => {
  const cases: [what: string, scripts: Record<string, string>, found: unknown[]][] = [
    [
      'is the one that webpack’s table leads to',
      { 'entry.js': WEBPACK, 'chunk.js': `self.webpackChunk.push([[97],{${TWO_MODULES}}]);` },
      [['./feature'], [['feature@9', 'chunk.js', true]], undefined],
    ],
    [
      'is found in the output of Vite',
      {
        'entry.js':
          'const exposesMap={"./feature":async()=>{const m=await import("./feature.js");return()=>m}};export const get=(name)=>exposesMap[name]();',
        'feature.js': 'const contract=`feature@1`,routes=[];export default{contract:contract,routes};',
      },
      [['./feature'], [['feature@1', 'feature.js', true]], undefined],
    ],
    [
      'is found in code by hand, also with a constant and without a table',
      {
        'entry.js':
          'const contract = "feature@2"; globalThis.c = { get: () => () => ({ contract, routes: [], ...more }) };',
      },
      [undefined, [['feature@2', 'entry.js', false]], undefined],
    ],
    [
      'is unknown when only run time tells',
      { 'entry.js': 'globalThis.c = { get: () => () => ({ contract: ["feature", 1].join("@") }) };' },
      [undefined, [], undefined],
    ],
  ];
  for (const [what, scripts, found] of cases) it(what, async () => assert.deepEqual(await read(scripts), found));

  for (const [what, code, when] of [
    ['throws at once', 'throw new Error("no");', 'loaded'],
    ['shows a screen that throws', 'function S(){throw new Error("no")}e.exports=(0,n.jsx)(S,{});', 'shown'],
    ['shows a screen in place that throws', 'e.exports=(0,n.jsx)(function(){throw new Error("no")},{});', 'shown'],
    ['throws on a condition', 'if(!n.o)throw new Error("no");', undefined],
  ] as const)
    it(`${what}, which is ${when === undefined ? 'not ' : ''}reported`, async () => {
      const [, , throws] = await read({ 'entry.js': WEBPACK, 'chunk.js': `push([[97],{7(e,t,n){${code}}}]);` });
      assert.equal(throws, when);
    });
});
