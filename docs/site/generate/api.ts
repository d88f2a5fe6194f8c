import { join } from 'node:path';
import {
  Application,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
  type TypeDocOptions,
} from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { PACKAGE, readEntries } from './entries.ts';

/** Name that TypeDoc gives to destructured parameters. */
const UNNAMED = '__namedParameters';

/** Names destructured parameters as a reader expects: components have props, other functions options. */
function nameParameters(project: ProjectReflection): void {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    if (parameter.name !== UNNAMED) continue;
    parameter.name = /^[A-Z]/.test(parameter.parent?.name ?? '') ? 'props' : 'options';
  }
}

/** Exported declarations without a description. */
export interface Undescribed {
  entry: string;
  name: string;
}

const isDescribed = (declaration: DeclarationReflection): boolean =>
  declaration.hasComment() || (declaration.signatures ?? []).some((signature) => signature.hasComment());

/** Its types are described where the API is, at `/api/docs`. */
const OF_THE_API = 'shared-ui/api';

/** Returns what the entries export without a docstring. Types whose members explain themselves need none. */
function undescribedIn(project: ProjectReflection): Undescribed[] {
  const modules = (project.children ?? []).filter(({ name }) => name !== OF_THE_API);
  return modules.flatMap((module) =>
    (module.children ?? [])
      .filter((declaration) => declaration.kindOf(ReflectionKind.FunctionOrMethod | ReflectionKind.Variable))
      .filter((declaration) => !isDescribed(declaration))
      .map(({ name }) => ({ entry: module.name, name })),
  );
}

/** Writes one page for each entry into `folder/api`. Returns the functions and values without a docstring. */
export async function writeApi(folder: string): Promise<Undescribed[]> {
  const entries = await readEntries();
  const options: TypeDocOptions & Partial<PluginOptions> = {
    entryPoints: [...entries.values()],
    tsconfig: join(PACKAGE, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    router: 'module',
    out: join(folder, 'api'),
    name: 'API of shared-ui',
    readme: 'none',
    logLevel: 'Warn',
    // Types are checked elsewhere, by the compiler that the product uses.
    skipErrorChecking: true,
    // Members that come from React, Formik and the language itself are documented there.
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    groupOrder: ['Functions', 'Variables', 'Classes', '*'],
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    hideBreadcrumbs: true,
    hidePageHeader: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
  };
  const app = await Application.bootstrapWithPlugins(options as TypeDocOptions);
  const specifiers = new Map([...entries].map(([entry, source]) => [source, entry]));
  const points = app.getEntryPoints() ?? [];
  for (const point of points) point.displayName = specifiers.get(point.sourceFile.fileName) ?? point.displayName;
  const project = app.converter.convert(points);
  nameParameters(project);
  await app.generateOutputs(project);
  return undescribedIn(project);
}
