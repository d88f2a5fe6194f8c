/** @jest-environment node */
import './testing/worker-scope.ts';
import type { Registry } from 'shared-ui/contract';
import { foldersOfRevoked, usesRevoked } from './stage.ts';

const at = (manifest: string) => ({ manifest, integrity: 'sha384-a' });
const registry = (surveys: Partial<Registry['remotes'][string]>): Registry => ({
  schema: 2,
  revision: 1,
  origins: ['self'],
  remotes: {
    surveys: {
      active: '1.1.0',
      versions: {
        '1.0.0': at('https://elsewhere.example/s/1.0.0/remote.json'),
        '1.1.0': at('/remotes/surveys/1.1.0/remote.json'),
      },
      ...surveys,
    },
  },
});

test.each([
  ['as the active one', { active: '1.1.0' }, ['1.1.0'], true],
  ['as the one to fall back to', { active: '1.1.0', previous: '1.0.0' }, ['1.0.0'], true],
  ['not at all', { active: '1.1.0' }, ['1.0.0'], false],
  ['while nothing is revoked', { active: '1.1.0' }, undefined, false],
])('usesRevoked checks for a revoked version %s', (_how, kept, revoked, expected) => {
  expect(usesRevoked(registry(kept), registry(revoked ? { revoked } : {}))).toBe(expected);
  expect(usesRevoked(registry(kept), { ...registry({}), remotes: {} })).toBe(false);
});

test('foldersOfRevoked returns the folder of each revoked version’s manifest', () => {
  const base = 'https://hospital.example/sw.js';
  const folders = (revoked: string[]) => foldersOfRevoked(registry({}), registry({ revoked }), base);
  expect(folders(['1.1.0'])).toEqual(['https://hospital.example/remotes/surveys/1.1.0/']);
  expect(folders(['1.0.0', '9.9.9'])).toEqual(['https://elsewhere.example/s/1.0.0/']);
});
