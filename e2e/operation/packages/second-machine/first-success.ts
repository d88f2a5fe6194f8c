/**
 * The first success of people outside the hospital, each as one script on an empty machine: a team's feature, from
 * nothing to live, and a hospital's surveys with a framework, from nothing to the receipt of the conformance kit.
 */
import assert from 'node:assert/strict';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { type Hospital, startHospital } from './hospital.ts';
import { type Machine, startMachine } from './machine.ts';

const PLATFORM = '/media/platform';

/** Versions of Node on which projects promise that npm installs them without a warning; the oldest of each line. */
const PROMISED = ['v20.19.0', 'v22.13.0', 'v24.0.0'];

let machine: Machine;
let hospital: Hospital;
let create: string;

/** Runs a script in a new folder, once. Prints how long it took. Returns its output. */
async function runOnce(t: TestContext, folder: string, commands: string[]): Promise<string> {
  await machine.run(`mkdir -p ${folder}`);
  const began = performance.now();
  const output = await machine.run(commands.join('\n'), { cwd: folder, env: { CHROME_PATH: '/usr/bin/chromium' } });
  t.diagnostic(`tries 1, ${((performance.now() - began) / 1000).toFixed(1)} s for ${commands.length} commands`);
  return output;
}

/** Defines the tests. @param platform returns the folder of the packages */
export function testFirstSuccess(platform: () => string): void {
  before(async () => {
    machine = await startMachine();
    hospital = await startHospital(machine.hospital);
    await machine.know(hospital.name, hospital.certificate);
    await cp(platform(), machine.pathHere(PLATFORM), { recursive: true });
    const tarballs = await readdir(platform());
    const packages = ['shared-ui', 'remote-tools'].map((name) => tarballs.find((file) => file.startsWith(`${name}-`)));
    const options = packages.map((file) => `--package ${join(PLATFORM, file ?? '')}`);
    create = `npx --yes ${options.join(' ')} create-remote`;
  });
  after(async () => {
    await hospital?.stop();
    await machine?.stop();
  });

  for (const template of ['vue', 'svelte', 'react'])
    test(`surveys made with the template ${template} get their receipt`, async (t) => {
      const folder = `/root/${template}-surveys`;
      const output = await runOnce(t, folder, [
        `${create} surveys northside --template ${template} --to . --platform ${PLATFORM}`,
        'npm install',
        'npm test',
        'npx conformance dist',
      ]);
      assert.match(output, /^All \d+ clauses passed\.$/m);
      const receipt = JSON.parse(await readFile(machine.pathHere(join(folder, 'dist/conformance.json')), 'utf8'));
      assert.ok(Object.keys(receipt).length > 0);
    });

  test('a new feature is live', async (t) => {
    const output = await runOnce(t, '/root/pharmacy', [
      `${create} feature pharmacy --to . --platform ${PLATFORM}`,
      'npm pkg set homepage=https://wiki.example.org/pharmacy',
      'npm install',
      'npm test',
      'npm run build',
      'npx can-i-publish dist',
      'npx keys create pharmacy-team --remotes pharmacy',
    ]);
    await hospital.operate(/npm run keys -- add .+/.exec(output)?.[0] ?? '');
    const key = '.lodestar/keys/pharmacy-team.pem';
    const published = await runOnce(t, '/root/pharmacy', [
      `npx publish-remote --gateway ${hospital.origin} --key ${key}`,
    ]);
    assert.match(published, /^pharmacy 1\.0\.0 is active now/m);
    const page = await machine.run(`curl -fsS ${hospital.origin}/registry.json --cacert /etc/authorities.pem`);
    assert.equal(JSON.parse(page).remotes.pharmacy.active, '1.0.0');
    const printed = await runOnce(t, '/root/pharmacy', [`npx deploy-page --gateway ${hospital.origin} --key ${key}`]);
    const token = new URL(/https:\S+$/.exec(printed.trim())?.[0] ?? '').searchParams.get('token');
    const curl = 'curl -fsS --cacert /etc/authorities.pem --cookie /tmp/jar --cookie-jar /tmp/jar';
    const signIn = `--header 'origin: ${hospital.origin}' --data-urlencode 'link=${token}'`;
    await machine.run(`${curl} ${signIn} ${hospital.origin}/deploy/page/sign-in`);
    const listed = await machine.run(`${curl} ${hospital.origin}/deploy/page/remotes`);
    const [, own = ''] = listed.split('href="/deploy/page/remotes/pharmacy"');
    const [facts = ''] = own.split('</li>');
    const shown = facts.replaceAll(/<svg.*?<\/svg>/gs, '').replaceAll(/(<[^>]+>\s*)+/g, '|');
    assert.match(shown, /\|pharmacy\|1\.0\.0\|Owner\|pharmacy-team\|Contract\|feature@1\|Health\|Too few reports/);
    assert.match(facts, /href="https:\/\/wiki\.example\.org\/pharmacy"/);
  });

  test('npm installs a project without a warning about engines on every promised version of Node', async () => {
    const pretend = '/tmp/pretend.cjs';
    const code = `Object.defineProperty(process, "version", { value: process.env.AS_NODE });`;
    await machine.run(`echo '${code}' > ${pretend}`);
    for (const version of PROMISED) {
      const folder = `/root/on-${version}`;
      await machine.run(`mkdir ${folder} && cp -r /root/vue-surveys/package.json /root/vue-surveys/platform ${folder}`);
      const output = await machine.run('npm install --package-lock-only 2>&1', {
        cwd: folder,
        env: { AS_NODE: version, NODE_OPTIONS: `--require ${pretend}` },
      });
      assert.doesNotMatch(output, /EBADENGINE/, version);
    }
  });
}
