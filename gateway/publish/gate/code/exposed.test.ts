import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Exposed, exposedBy } from './exposed.ts';
import { parseCode } from './syntax.ts';

/** Reads scripts, by file; the entry is `entry.js`. */
async function read(scripts: Record<string, string>): Promise<Exposed> {
  const programs = Object.entries(scripts).map(async ([file, code]) => [file, await parseCode(file, code)] as const);
  return exposedBy(new Map(await Promise.all(programs)), 'entry.js', './feature');
}

const contractsOf = ({ contracts }: Exposed) => contracts.map(({ contract, file }) => `${contract} in ${file}`);

const WEBPACK =
  'var c;(()=>{var e={226(e,r,t){var n={"./feature":()=>t.e(97).then(()=>()=>t(7))};t.d(r,{get:()=>n})}};c=e})();';

describe('the exposed module', () => {
  it('is the one that webpack’s table leads to', async () => {
    const exposed = await read({
      'entry.js': WEBPACK,
      'chunk.js':
        'self.webpackChunk.push([[97],{7(e,t,n){n.d(t,{default:()=>o});const o={contract:"feature@9",routes:[]}},8(e){e.exports={contract:"feature@1",routes:[]}}}]);',
    });
    assert.deepEqual(exposed.names, ['./feature']);
    assert.deepEqual(contractsOf(exposed), ['feature@9 in chunk.js']);
  });

  it('is found in the output of Vite', async () => {
    const exposed = await read({
      'entry.js':
        'const exposesMap={"./feature":async()=>{const m=await import("./feature.js");return()=>m}};export const get=(name)=>exposesMap[name]();',
      'feature.js': 'const contract=`feature@1`,routes=[];export default{contract:contract,routes};',
    });
    assert.deepEqual(exposed.names, ['./feature']);
    assert.deepEqual(contractsOf(exposed), ['feature@1 in feature.js']);
  });

  it('is found in code by hand, also with a constant and without a table', async () => {
    const exposed = await read({
      'entry.js':
        'const contract = "feature@2"; globalThis.c = { get: () => () => ({ contract, routes: [], ...more }) };',
    });
    assert.equal(exposed.names, undefined);
    assert.deepEqual(contractsOf(exposed), ['feature@2 in entry.js']);
    assert.equal(exposed.contracts[0]?.isComplete, false);
  });

  it('is unknown when only run time tells', async () => {
    const exposed = await read({
      'entry.js': 'globalThis.c = { get: () => () => ({ contract: ["feature", 1].join("@") }) };',
    });
    assert.deepEqual(exposed, { names: undefined, contracts: [], throws: undefined });
  });

  for (const [what, code, when] of [
    ['throws at once', 'throw new Error("no");', 'loaded'],
    ['shows a screen that throws', 'function S(){throw new Error("no")}e.exports=(0,n.jsx)(S,{});', 'shown'],
    ['shows a screen in place that throws', 'e.exports=(0,n.jsx)(function(){throw new Error("no")},{});', 'shown'],
    ['throws on a condition', 'if(!n.o)throw new Error("no");', undefined],
  ] as const) {
    it(`${what}, which is ${when === undefined ? 'not ' : ''}reported`, async () => {
      const { throws } = await read({ 'entry.js': WEBPACK, 'chunk.js': `push([[97],{7(e,t,n){${code}}}]);` });
      assert.equal(throws?.when, when);
    });
  }
});
