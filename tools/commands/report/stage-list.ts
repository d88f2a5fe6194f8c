import { join } from 'node:path';
import { PlainError } from 'server-kit/plain-error';
import type { Stage } from './stages.ts';

const NODE = process.execPath;
const command = (...path: string[]) => join('tools', 'commands', ...path);
const nodeTests = (...rest: string[]): [string, ...string[]] => [NODE, command('node-tests.ts'), ...rest];

const LINT: Stage = { name: 'lint', after: [], commands: [['npm', 'run', 'lint']] };
const TYPES: Stage = { name: 'types', after: [], commands: [['npm', 'run', 'types']] };
const UNIT: Stage = { name: 'unit', after: ['lint'], commands: [['npm', 'run', 'unit']] };
const BUILD: Stage = {
  name: 'build',
  after: ['types', 'unit'],
  commands: [[NODE, command('build.ts')]],
  isBuild: true,
};

const SERVER_TESTS = [
  'gateway/**/*.test.ts',
  'tools/{commands,conformance,explain-server,fhir-server,hl7-hospital}/**/*.test.ts',
  'shell/webpack/*.test.ts',
  'shared-ui/surface/**/*.test.ts',
  'docs/site/**/*.test.ts',
];
/** Tests of what only a release, a measurement or another repository uses. */
const RELEASE_TESTS = ['tools/{bench,media,release}/**/*.test.ts', 'tools/remote-tools/{*,*/*}.test.ts'];

/**
 * What every change must pass, what fails fastest first. Stages that use all processors run alone: beside another, the
 * whole takes no less time.
 */
export const SHORT_STAGES: readonly Stage[] = [
  LINT,
  TYPES,
  UNIT,
  BUILD,
  { name: 'server', after: ['build'], commands: [nodeTests(...SERVER_TESTS)] },
  { name: 'api', after: ['build'], commands: [['npm', 'test', '-w', 'mock-api', '--', '--short']] },
  { name: 'journeys', after: ['server', 'api'], commands: [['npm', 'run', 'journeys', '-w', 'e2e']] },
];

/** Options for tests that install packages, play a guide or start many processes. */
const LONG = ['--files-per-process=1', '--long'];

/** What a release must pass. The packages' tests and those in three engines wait for most of their time. */
export const ALL_STAGES: readonly Stage[] = [
  LINT,
  TYPES,
  UNIT,
  BUILD,
  { name: 'gallery', after: ['build'], commands: [[NODE, command('building', 'gallery.ts')]], isBuild: true },
  { name: 'server', after: ['build'], commands: [nodeTests(...SERVER_TESTS, ...RELEASE_TESTS)] },
  { name: 'api', after: ['build'], commands: [['npm', 'test', '-w', 'mock-api']] },
  {
    name: 'operate',
    after: ['server', 'api'],
    commands: [
      [NODE, 'e2e/operation/clean-machine/command.ts', '--or-here'],
      nodeTests(...LONG, 'e2e/operation/{!(operate),availability/*,restarts/*,upgrades/*}.test.ts'),
    ],
  },
  {
    name: 'packages',
    after: ['gallery', 'server', 'api'],
    commands: [nodeTests(...LONG, 'e2e/operation/packages/*.test.ts')],
  },
  { name: 'engines', after: ['operate'], commands: [[NODE, command('engines.ts'), '--short']] },
  { name: 'e2e', after: ['gallery', 'engines'], commands: [['npm', 'test', '-w', 'e2e']] },
];

/** Returns the stage with a name, after the builds that it needs. */
export function onlyStage(stages: readonly Stage[], name: string): Stage[] {
  const wanted = stages.find((stage) => stage.name === name);
  if (wanted === undefined)
    throw new PlainError(`There is no stage "${name}": it is one of ${stages.map((stage) => stage.name).join(', ')}.`);
  const needed = new Set(wanted.after);
  for (const before of needed)
    for (const name of stages.find((stage) => stage.name === before)?.after ?? []) needed.add(name);
  return stages.filter((stage) => stage === wanted || (stage.isBuild && needed.has(stage.name)));
}
