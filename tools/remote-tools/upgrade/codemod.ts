import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { API, type Project } from 'typescript/unstable/async';
import { isNewer } from '../platform/tarballs.ts';
import { ModuleRenames } from './module-renames.ts';
import { RENAMES, type Rename } from './renames.ts';

/** What a codemod did to a project. */
export interface Codemod {
  /** The changed files, relative to the project. */
  files: string[];
  /** What was changed, and what has to be changed by hand, one sentence each. */
  changed: string[];
  byHand: string[];
}

/** Returns the names that changed between two versions of shared-ui. */
export const renamesBetween = (from: string, to: string, all: readonly Rename[] = RENAMES): Rename[] =>
  all.filter(({ since }) => !isNewer(from, since) && !isNewer(since, to));

async function changeFiles(folder: string, project: Project, renames: readonly Rename[]): Promise<Codemod> {
  const result: Codemod = { files: [], changed: [], byHand: [] };
  for (const path of await project.program.getSourceFileNames()) {
    const name = relative(folder, path).split(sep).join('/');
    if (name.startsWith('..') || name.includes('node_modules/')) continue;
    const file = await project.program.getSourceFile(path);
    if (file === undefined) continue;
    const module = new ModuleRenames(project, file, name, renames);
    const text = await module.apply();
    result.changed.push(...module.changed);
    result.byHand.push(...module.byHand);
    if (text === file.text) continue;
    await writeFile(path, text);
    result.files.push(name);
  }
  return result;
}

/** Changes the names in a project's TypeScript files, as its tsconfig.json lists them. */
export async function applyRenames(folder: string, renames: readonly Rename[]): Promise<Codemod> {
  const api = new API({ cwd: folder });
  try {
    const snapshot = await api.updateSnapshot({ openProject: join(folder, 'tsconfig.json') });
    const [project] = snapshot.getProjects();
    if (project === undefined) throw new Error(`TypeScript opened no project in ${folder}`);
    return await changeFiles(folder, project, renames);
  } finally {
    await api.close();
  }
}
