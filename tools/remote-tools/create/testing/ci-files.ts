import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Commands of a CI service by job, without those that install the project. */
type Jobs = Record<string, string[]>;

interface Github {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

/** Returns a command with this service's names of action, gateway, key, pull request and files replaced by GitHub's. */
const likeGithub = (command: string) =>
  command
    .replace('"$LODESTAR_GATEWAY"', '"$GATEWAY"')
    .replace('"$LODESTAR_TEAM_KEY"', '"$RUNNER_TEMP/team.pem"')
    .replace(/"\$(CI_MERGE_REQUEST_IID|CHANGE_ID)"/, '"$PREVIEW"')
    .replace('--link-file preview.env', '--link-file "$GITHUB_OUTPUT"')
    .replace(/ --(promote|rollback)$/, ' "--$ACTION"');

const isOwn = (command: string) => command !== 'npm ci';

function githubJobs(text: string): Jobs {
  const { jobs } = parse(text) as Github;
  const linesOf = (steps: { run?: string }[]) => steps.flatMap(({ run = '' }) => run.split('\n')).filter(Boolean);
  return Object.fromEntries(Object.entries(jobs).map(([name, { steps }]) => [name, linesOf(steps).filter(isOwn)]));
}

/** Returns GitLab's jobs with their scripts as they are. */
export function gitlabScripts(text: string): Jobs {
  const jobs = Object.entries(parse(text) as Record<string, { script?: string[] }>);
  return Object.fromEntries(jobs.flatMap(([name, { script }]) => (script === undefined ? [] : [[name, script]])));
}

/** Returns the stages of a Jenkinsfile with their scripts as they are. */
export function jenkinsScripts(text: string): Jobs {
  const stages = text.split(/^ {4}stage\('/m).slice(1);
  const scriptOf = (stage: string) => [...stage.matchAll(/^ +sh '(.+)'$/gm)].map(([, command = '']) => command);
  return Object.fromEntries(stages.map((stage) => [stage.slice(0, stage.indexOf("'")), scriptOf(stage)]));
}

/** Returns the jobs of a project's three CI files in the same form. Promoting and rolling back is one job of GitHub's. */
export async function readJobs(folder: string): Promise<Record<'github' | 'gitlab' | 'jenkins', Jobs>> {
  const text = (path: string) => readFile(join(folder, path), 'utf8');
  const alike = (jobs: Jobs) =>
    Object.fromEntries(Object.entries(jobs).map(([name, commands]) => [name, commands.map(likeGithub)]));
  const { rollback, ...gitlab } = alike(gitlabScripts(await text('.gitlab-ci.yml')));
  const { install, ...jenkins } = alike(jenkinsScripts(await text('Jenkinsfile')));
  if (String(rollback) !== String(gitlab.promote)) throw new Error('GitLab promotes and rolls back differently');
  if (String(install) !== 'npm ci') throw new Error('Jenkins installs nothing');
  return { github: githubJobs(await text('.github/workflows/ci.yml')), gitlab, jenkins };
}
