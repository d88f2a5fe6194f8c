/** The platform's packages, as a team outside this repository uses them. Packed once for all of these tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { packPlatform } from 'tools/remote-tools/pack/pack';
import { testGuests } from './guests.ts';
import { testPackedShell } from './packed-shell.ts';
import { testFirstSuccess } from './second-machine/first-success.ts';
import { testSecondMachine } from './second-machine/second-machine.ts';

let platform: string;

before(async () => {
  platform = await mkdtemp(join(tmpdir(), 'platform-'));
  await packPlatform(platform);
});

after(() => rm(platform, { recursive: true, force: true }));

describe('packed shell', () => testPackedShell(() => platform));
describe('guests', () => testGuests(() => platform));
describe('second machine', () => testSecondMachine(() => platform));
describe('first success', () => testFirstSuccess(() => platform));
